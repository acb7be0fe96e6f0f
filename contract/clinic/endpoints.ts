import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import type { IssueCode } from '../issues.ts'
import { EditedRevision, Revised } from '../schedule/staff-appointment.ts'

const line = (missing: IssueCode) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(200))
const Markdown = z.string().check(z.maxLength(20_000))

/** What the marketing pages say of the clinic; the two pages are Markdown. */
export const ClinicProfile = z.object({
  name: line('name_required'),
  address: line('address_required'),
  phone: line('phone_required'),
  openingHours: line('opening_hours_required'),
  about: Markdown,
  contact: Markdown,
  /** '' for the portal's own text; absent in a change that leaves it as it is. */
  privacy: z.optional(Markdown),
})
export type ClinicProfile = z.infer<typeof ClinicProfile>

export const clinicEndpoints = {
  readProfile: {
    method: 'GET',
    path: '/staff/clinic',
    summary: 'The clinic profile as staff write it.',
    access: { needs: 'policy' },
    audit: false,
    answer: z.extend(ClinicProfile, Revised),
  },
  changeProfile: {
    method: 'PUT',
    path: '/staff/clinic',
    summary:
      'Change the clinic profile; the marketing pages show it at once. 409 `changed_meanwhile` where its revision is another.',
    access: { needs: 'policy' },
    audit: 'profile_changed',
    body: z.extend(ClinicProfile, EditedRevision),
    answer: z.extend(ClinicProfile, Revised),
  },
  previewMarkdown: {
    method: 'POST',
    path: '/staff/clinic/preview',
    summary: 'Markdown as the pages would show it: clean HTML.',
    access: { needs: 'policy' },
    audit: false,
    body: z.object({ markdown: Markdown }),
    answer: z.object({ html: z.string() }),
  },
} as const satisfies Record<string, Endpoint>

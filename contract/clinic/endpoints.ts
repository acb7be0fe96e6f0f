import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'

const line = (missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(200))
const Markdown = z.string().check(z.maxLength(20_000))

/** What the marketing pages say of the clinic; the two pages are Markdown. */
export const ClinicProfile = z.object({
  name: line('Name is required'),
  address: line('Please give the address'),
  phone: line('Please give a phone number'),
  openingHours: line('Please say when you are open'),
  about: Markdown,
  contact: Markdown,
})
export type ClinicProfile = z.infer<typeof ClinicProfile>

export const clinicEndpoints = {
  readProfile: {
    method: 'GET',
    path: '/staff/clinic',
    summary: 'The clinic profile as staff write it.',
    access: 'admin',
    audit: false,
    answer: ClinicProfile,
  },
  changeProfile: {
    method: 'PUT',
    path: '/staff/clinic',
    summary: 'Change the clinic profile; the marketing pages show it at once.',
    access: 'admin',
    audit: 'profile_changed',
    body: ClinicProfile,
    answer: ClinicProfile,
  },
  previewMarkdown: {
    method: 'POST',
    path: '/staff/clinic/preview',
    summary: 'Markdown as the pages would show it: clean HTML.',
    access: 'admin',
    audit: false,
    body: z.object({ markdown: Markdown }),
    answer: z.object({ html: z.string() }),
  },
} as const satisfies Record<string, Endpoint>

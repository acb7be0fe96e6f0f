import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { Role } from '../roles.ts'
import { Email } from '../text.ts'

export const StaffRole = z.enum(['desk', 'doctor', 'admin'])
export type StaffRole = z.infer<typeof StaffRole>

/** One that is open: neither accepted nor withdrawn nor over. */
export const Invitation = z.object({
  _id: z.string(),
  email: z.string(),
  role: StaffRole,
  /** E-mail of the admin. */
  invitedBy: z.string(),
  /** Instants in UTC. */
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

const token = z.string().check(z.maxLength(200))

/** Who is asked to join the staff, by a link that works once, for its address and role. */
export const invitationEndpoints = {
  listInvitations: {
    method: 'GET',
    path: '/users/invitations',
    summary: 'The invitations that are open, the newest first.',
    access: { needs: 'users' },
    audit: 'invitations_read',
    answer: z.array(Invitation),
  },
  inviteStaff: {
    method: 'POST',
    path: '/users/invitations',
    summary:
      'Mail an invitation; it ends one that the address had before. 409 `no_such_doctor` where a doctor’s has none.',
    access: { needs: 'users' },
    recent: true,
    audit: 'staff_invited',
    body: z.object({ email: Email, role: StaffRole }),
    answer: Invitation,
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/users/invitations/:id',
    summary: 'Withdraw an invitation: its link opens nothing any more.',
    access: { needs: 'users' },
    audit: 'invitation_withdrawn',
    params: z.object({ id: z.string().check(z.maxLength(100)) }),
    answer: z.object({ success: z.literal(true) }),
  },
  readInvitation: {
    method: 'POST',
    path: '/invitation/read',
    summary: 'What the link of an invitation is for; `null` where it is none of ours, or is over.',
    access: 'anyone',
    body: z.object({ token }),
    answer: z.nullable(z.object({ email: z.string(), role: StaffRole })),
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitation',
    summary:
      'Accept an invitation as the account of its address, which the link proves; 409 `invitation_of_another` for any other.',
    access: 'signedIn',
    proof: 'session',
    body: z.object({ token }),
    answer: z.object({ role: Role }),
  },
} as const satisfies Record<string, Endpoint>

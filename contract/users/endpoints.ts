import * as z from 'zod/mini'
import { Done } from '../done.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById } from '../id.ts'
import { PageLimit, pageQuery, Search } from '../page.ts'
import { Role } from '../roles.ts'
import { Email } from '../text.ts'
import { AccountKey, User } from './user.ts'

const ByAccount = z.object({ email: AccountKey })

/** Who has an account (specification section 7). */
export const userEndpoints = {
  listUsers: {
    method: 'GET',
    path: '/users',
    summary:
      'Users in the order of their e-mail: all of them, or with `limit` a page; `after` is the last e-mail of the page before.',
    access: { needs: 'users' },
    audit: 'users_read',
    query: z.object({ ...pageQuery, limit: z.optional(PageLimit), search: Search }),
    discreet: true,
    answer: z.array(User),
  },
  makeAdmin: {
    method: 'PUT',
    path: '/users/admin/:email',
    summary: 'Make a user with a confirmed e-mail an admin; 0 modified when they are one already.',
    access: { needs: 'users' },
    recent: true,
    audit: 'admin_made',
    params: ByAccount,
    answer: z.object({ modifiedCount: z.number() }),
  },
  removeAdmin: {
    method: 'DELETE',
    path: '/users/admin/:email',
    summary:
      'Take the rights of an admin away; 0 modified when they have none. The last admin stays.',
    access: { needs: 'users' },
    recent: true,
    audit: 'admin_right_removed',
    params: ByAccount,
    answer: z.object({ modifiedCount: z.number() }),
  },
  changeRole: {
    method: 'PUT',
    path: '/users/role/:email',
    summary:
      'Give a user another role. 409 `email_unproved` and `no_such_doctor` say what it lacks; `last_admin` stays one.',
    access: { needs: 'users' },
    recent: true,
    audit: 'role_changed',
    params: ByAccount,
    body: z.object({ role: Role }),
    answer: z.object({ role: Role }),
  },
  endSessionsOf: {
    method: 'DELETE',
    path: '/users/sessions/:email',
    summary: 'Sign a user out wherever they are signed in.',
    access: { needs: 'users' },
    audit: 'sessions_ended',
    params: ByAccount,
    answer: z.object({ ended: z.number() }),
  },
  changeLimits: {
    method: 'PUT',
    path: '/users/limits/:email',
    summary: 'Lift the limits of the policy for an account, or set them again.',
    access: { needs: 'users' },
    audit: 'limits_changed',
    params: ByAccount,
    body: z.object({ unbounded: z.boolean() }),
    answer: z.object({ modifiedCount: z.number() }),
  },
  readRemoval: {
    method: 'GET',
    path: '/users/removal/:email',
    summary:
      'How many appointments to come a user has, and the dollars that cancelling them gives back.',
    access: { needs: 'users' },
    audit: 'removal_read',
    params: ByAccount,
    answer: z.object({ appointments: z.number(), refund: z.number() }),
  },
  removeUser: {
    method: 'DELETE',
    path: '/users/:email',
    summary:
      "Remove a user's account, and the person from what stays in the clinic's records. Appointments to come stand, or are cancelled with all that was paid given back.",
    access: { needs: 'users' },
    recent: true,
    audit: 'user_removed',
    params: ByAccount,
    query: z.object({ appointments: z._default(z.enum(['keep', 'cancel']), 'keep') }),
    answer: z.object({ deletedCount: z.number() }),
  },
} as const satisfies Record<string, Endpoint>

export const factorResetEndpoints = {
  resetFactors: {
    method: 'DELETE',
    path: '/users/factors/:email',
    summary:
      "Remove somebody else's second step at sign-in, which they have lost; their sessions end.",
    access: { needs: 'users' },
    recent: true,
    audit: 'factors_reset',
    params: z.object({ email: AccountKey }),
    answer: Done,
  },
} as const satisfies Record<string, Endpoint>

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
      'Mail an invitation; it ends one that the address had before. 409 `no_such_doctor` where a doctor’s has none; 429 `too_many_invitations` after three in an hour.',
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
    params: ById,
    answer: Done,
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

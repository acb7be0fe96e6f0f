import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { PageLimit, pageQuery, Search } from '../page.ts'
import { Role } from '../roles.ts'
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

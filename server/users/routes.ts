import { done } from '../../contract/done.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { failures } from '../../contract/errors.ts'
import { capabilitiesOf } from '../../contract/roles.ts'
import { staffRefusals } from '../../contract/schedule/refusals.ts'
import { invitationEndpoints, userEndpoints } from '../../contract/users/endpoints.ts'
import type { Deps } from '../deps.ts'
import { fail, refuse } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { failureOf } from '../identity/refusal.ts'
import { chooseLanguage } from '../language/language.ts'
import { withoutTests } from '../payments/test-payments.ts'
import { changeRole, makeAdmin, removeAdmin } from './change-role.ts'
import { acceptInvitation, inviteStaff, readInvitation } from './invite-staff.ts'
import { findEmail, listUsers, sendUsers } from './list-users.ts'
import {
  deleteSessionsOf,
  endInvitations,
  findDoctor,
  type Invitation,
  listInvitations,
  readRole,
  updateUnbounded,
} from './queries.ts'
import { readEnding, removeUser } from './remove-user.ts'

export function userRoutes(serve: Serve, deps: Deps): void {
  const { database } = deps
  invitationRoutes(serve, deps)
  serve(endpoints.readAdmin, async ({ params, caller }) => {
    // A claim answers to the address of an account that may be staff's.
    const isOwn = params.email === caller.email || params.email === caller.userId
    if (isOwn) return { admin: caller.role === 'admin' }
    const email = await findEmail(database.query, params.email)
    return { admin: email !== undefined && (await readRole(database.query, email)) === 'admin' }
  })

  serve(endpoints.readOwnRole, async ({ caller: { role, email, verified } }) => {
    if (!verified) return { role: 'patient' as const, capabilities: [], doctor: null }
    const doctor = role === 'doctor' ? await findDoctor(database.query, email) : undefined
    return { role, capabilities: [...capabilitiesOf(role)], doctor: doctor ?? null }
  })

  serve(userEndpoints.listUsers, async ({ query: { limit, ...asked } }) =>
    limit === undefined
      ? sendUsers(database.reader, asked)
      : listUsers(database.reader, { limit, ...asked }),
  )

  accountRoutes(serve, deps)
}

/** What is done to an account, which our pages name by its id; the audit names it by its e-mail. */
function accountRoutes(serve: Serve, deps: Deps): void {
  const { database } = deps
  const findNamed = async (key: string, note: (about: { subject: string }) => void) => {
    const email = await findEmail(database.query, key)
    if (email !== undefined) note({ subject: email })
    return email
  }

  serve(userEndpoints.makeAdmin, async ({ params, note }) => {
    const email = await findNamed(params.email, note)
    if (email === undefined) return fail('not_found')
    const { isModified, role } = await makeAdmin(deps, email)
    if (isModified) return { modifiedCount: 1 }
    if (!role) return fail('not_found')
    return role === 'admin' ? { modifiedCount: 0 } : refuse(staffRefusals, 'email_unproved')
  })

  serve(userEndpoints.removeAdmin, async ({ params, note }) => {
    const email = await findNamed(params.email, note)
    if (email === undefined) return fail('not_found')
    const { isModified, role } = await removeAdmin(deps, email)
    if (isModified) return { modifiedCount: 1 }
    if (!role) return fail('not_found')
    return role === 'admin' ? refuse(staffRefusals, 'last_admin') : { modifiedCount: 0 }
  })

  serve(userEndpoints.changeRole, async ({ params, body: { role }, note }) => {
    const email = await findNamed(params.email, note)
    if (email === undefined) return fail('not_found')
    const outcome = await changeRole(deps, { email, role })
    if (!outcome.ok) return refuse({ ...failures, ...staffRefusals }, outcome.reason)
    note({ subject: email, data: { from: outcome.from, to: role } })
    return { role }
  })

  serve(userEndpoints.endSessionsOf, async ({ params, note }) => {
    const email = await findNamed(params.email, note)
    const count = email === undefined ? null : await deleteSessionsOf(database.query, email)
    if (email === undefined || count === null) return fail('not_found')
    note({ subject: email, data: { count } })
    return { ended: count }
  })

  serve(userEndpoints.changeLimits, async ({ params, body: { unbounded }, note }) => {
    const email = await findNamed(params.email, note)
    if (email === undefined) return fail('not_found')
    note({ subject: email, data: { unbounded } })
    if (await updateUnbounded(database.query, email, unbounded)) return { modifiedCount: 1 }
    return (await readRole(database.query, email)) ? { modifiedCount: 0 } : fail('not_found')
  })

  serve(userEndpoints.readRemoval, async ({ params, note }) => {
    const email = await findNamed(params.email, note)
    const ending = email !== undefined && (await readEnding(deps, { email }, false))
    if (!ending) return fail('not_found')
    const real = ending.each.map(({ money, testCents }) => withoutTests(money, testCents).toCard)
    const refund = real.reduce((sum, cents) => sum + cents, 0) / 100
    return { appointments: ending.each.length, refund }
  })

  serve(userEndpoints.removeUser, async ({ params, query, caller, note }) => {
    const { appointments } = query
    const email = await findNamed(params.email, note)
    // Who is gone already is removed none the less.
    if (email === undefined) return { deletedCount: 0 }
    const removal = await removeUser(deps, { whose: { email }, by: caller.email, appointments })
    // The entry names the person no longer than until they are gone.
    note({ subject: (removal.ok && removal.key) || email })
    if (removal.ok) return { deletedCount: removal.deletedCount }
    // Only its holder is asked to look again, and for the password.
    if (removal.reason === 'changed' || removal.reason === 'wrong_password') {
      throw new Error('an appointment changed while it was locked')
    }
    return refuse(staffRefusals, removal.reason)
  })
}

/** Who is invited to the staff, and what the link in the mail does. */
function invitationRoutes(serve: Serve, deps: Deps): void {
  const { database, clock } = deps
  const now = () => clock().toISOString()

  serve(invitationEndpoints.listInvitations, async () => {
    return (await listInvitations(database.query, now())).map(showInvitation)
  })
  serve(invitationEndpoints.inviteStaff, async ({ body, caller, http, note }) => {
    note({ subject: body.email, data: { role: body.role } })
    const language = chooseLanguage(http.req.raw.headers, deps.config.clinicLanguage)
    const invited = await inviteStaff(deps, { ...body, by: caller.email, language })
    if (invited === 'forbidden') return fail('forbidden')
    return invited.ok ? showInvitation(invited.invitation) : failureOf(invited)
  })
  serve(invitationEndpoints.withdrawInvitation, async ({ params: { id }, note }) => {
    const [email] = await endInvitations(database.query, { id, now: now() })
    if (email === undefined) return fail('not_found')
    note({ subject: email })
    return done
  })
  serve(invitationEndpoints.readInvitation, async ({ body }) => {
    const invitation = await readInvitation(deps, body.token)
    return invitation ? { email: invitation.email, role: invitation.role } : null
  })
  serve(invitationEndpoints.acceptInvitation, async ({ body, caller }) => {
    const accepted = await acceptInvitation(deps, caller, body.token)
    return accepted.ok ? { role: accepted.role } : refuse(staffRefusals, accepted.reason)
  })
}

function showInvitation({ id, ...invitation }: Invitation) {
  return { _id: id, ...invitation }
}

import type { Rules } from './order.ts'

/** The role of each existing account, by e-mail. */
export type Roles = Readonly<Record<string, string>>

/**
 * A call of an admin; `answer` is `ok` or a refusal's code, and `count` the number of changed accounts in the
 * answer. The caller's permission is checked on arrival, and is not modelled.
 */
export type RoleCall =
  | { kind: 'give'; email: string; role: string; answer: string; count?: number }
  /** An admin becomes a patient. */
  | { kind: 'demote'; email: string; answer: string; count: number }
  | { kind: 'remove'; email: string; answer: string; count: number }
  | { kind: 'isAdmin'; email: string; seen: boolean }

const keyOf = (roles: Roles): string =>
  Object.entries(roles)
    .map((one) => one.join('='))
    .toSorted()
    .join()

function whyNot(roles: Roles, call: Exclude<RoleCall, { kind: 'isAdmin' }>): string | undefined {
  const role = roles[call.email]
  if (role === undefined) return call.kind === 'remove' ? undefined : 'not_found'
  const isLast =
    role === 'admin' && Object.values(roles).filter((one) => one === 'admin').length === 1
  const stays = call.kind === 'give' && call.role === 'admin'
  return isLast && !stays ? 'last_admin' : undefined
}

function outcome(
  roles: Roles,
  call: Exclude<RoleCall, { kind: 'isAdmin' }>,
): { next: Roles; count: number } {
  const { email } = call
  const role = roles[email]
  if (role === undefined) return { next: roles, count: 0 }
  if (call.kind === 'remove') {
    const { [email]: _, ...next } = roles
    return { next, count: 1 }
  }
  if (call.kind === 'demote') {
    return role === 'admin'
      ? { next: { ...roles, [email]: 'patient' }, count: 1 }
      : { next: roles, count: 0 }
  }
  return { next: { ...roles, [email]: call.role }, count: role === call.role ? 0 : 1 }
}

/** The sequential rules of roles: the last admin stays one. */
export const roleRules: Rules<RoleCall, Roles> = {
  keyOf,
  step(roles, call) {
    if (call.kind === 'isAdmin') {
      return (roles[call.email] === 'admin') === call.seen ? [roles] : []
    }
    const reason = whyNot(roles, call)
    if (call.answer === 'ok') {
      if (reason) return []
      const { next, count } = outcome(roles, call)
      return call.count === undefined || call.count === count ? [next] : []
    }
    if (call.answer === 'unknown') return reason ? [roles] : [roles, outcome(roles, call).next]
    const isKnown = call.answer === 'not_found' || call.answer === 'last_admin'
    return !isKnown || call.answer === reason ? [roles] : []
  },
}

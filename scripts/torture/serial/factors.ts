import { judge, keyOf, type Said } from './judge.ts'
import type { Rules } from './order.ts'

/** An account's factors besides its password; for an app the step of its last accepted code. */
export type Factors = {
  app: { secret: string; confirmed: boolean; step: number } | null
  codes: readonly string[]
  /** The name of each, by id. */
  passkeys: Readonly<Record<string, string>>
}

/** By e-mail. */
export type Protected = Readonly<Record<string, Factors>>

/** A code of an app at a step of thirty seconds, or a recovery code. */
export type Code = { secret: string; step: number } | { recovery: string }

type Of = { email: string }
type Look =
  | ({ kind: 'read'; app: boolean; left: number; passkeys: Factors['passkeys'] } & Of)
  /** Whether a password was enough to sign in. */
  | ({ kind: 'sign in'; isWhole: boolean } & Of)
type Change =
  | ({ kind: 'start'; secret: string } & Of & Said)
  | ({ kind: 'confirm'; code: Code } & Of & Said)
  | ({ kind: 'remove app' } & Of & Said)
  | ({ kind: 'renew'; codes: readonly string[] } & Of & Said)
  /** As second factor of a sign-in, or as proof of identity. */
  | ({ kind: 'spend'; code: Code } & Of & Said)
  | ({ kind: 'name'; id: string; name: string } & Of & Said)
  | ({ kind: 'remove passkey'; id: string } & Of & Said)
  /** By an admin. */
  | ({ kind: 'reset' } & Of & Said)
export type FactorCall = Look | Change

const known = ['wrong_code', 'authenticator_exists', 'no_second_factor', 'not_found']

/** The sequential rules of second factors: each code is valid once. */
export const factorRules: Rules<FactorCall, Protected> = {
  keyOf,
  step(all, call) {
    const one = all[call.email] ?? nothing
    if (call.kind === 'read') return isSeen(one, call) ? [all] : []
    if (call.kind === 'sign in') return isProtected(one) === call.isWhole ? [] : [all]
    const become = (next: Factors): Protected => ({ ...all, [call.email]: next })
    const spent = 'code' in call && spend(one, call)
    const after = become(changed(spent || one, call))
    return judge(all, call, { reasons: reasonsAgainst(one, call), known, after })
  },
}

const nothing: Factors = { app: null, codes: [], passkeys: {} }

const isProtected = ({ app, passkeys }: Factors): boolean =>
  app?.confirmed === true || Object.keys(passkeys).length > 0

const isSeen = ({ app, codes, passkeys }: Factors, seen: Extract<Look, { kind: 'read' }>) =>
  (app?.confirmed === true) === seen.app &&
  codes.length === seen.left &&
  keyOf(passkeys) === keyOf(seen.passkeys)

/** The factors after a code is spent; `null` for a code that is wrong, used, or from an unconfirmed app. */
function spend(one: Factors, { kind, code }: { kind: string; code: Code }): Factors | null {
  if ('recovery' in code) {
    const codes = one.codes.filter((other) => other !== code.recovery)
    return codes.length < one.codes.length ? { ...one, codes } : null
  }
  const { app } = one
  const isRight = app !== null && app.secret === code.secret && app.step < code.step
  return isRight && (kind === 'confirm' || app.confirmed)
    ? { ...one, app: { ...app, step: code.step } }
    : null
}

function reasonsAgainst(one: Factors, call: Change): string[] {
  switch (call.kind) {
    case 'start':
      return one.app?.confirmed ? ['authenticator_exists'] : []
    case 'confirm':
      return [
        ...(one.app?.confirmed ? ['authenticator_exists'] : []),
        ...(spend(one, call) ? [] : ['wrong_code']),
      ]
    case 'spend':
      return spend(one, call) ? [] : ['wrong_code']
    case 'remove app':
      return one.app ? [] : ['not_found']
    case 'renew':
      return isProtected(one) ? [] : ['no_second_factor']
    case 'reset':
      return []
    default:
      return call.id in one.passkeys ? [] : ['not_found']
  }
}

function changed(one: Factors, call: Change): Factors {
  const { app, passkeys } = one
  switch (call.kind) {
    case 'start':
      return { ...one, app: { secret: call.secret, confirmed: false, step: 0 } }
    case 'confirm':
      return { ...one, app: app && { ...app, confirmed: true } }
    case 'remove app':
      return withoutIdleCodes({ ...one, app: null })
    case 'renew':
      return { ...one, codes: call.codes.toSorted() }
    case 'name':
      return { ...one, passkeys: { ...passkeys, [call.id]: call.name } }
    case 'remove passkey': {
      const { [call.id]: _, ...others } = passkeys
      return withoutIdleCodes({ ...one, passkeys: others })
    }
    case 'reset':
      return nothing
    default:
      return one
  }
}

/** Recovery codes end with the last second factor. */
const withoutIdleCodes = (one: Factors): Factors => (isProtected(one) ? one : { ...one, codes: [] })

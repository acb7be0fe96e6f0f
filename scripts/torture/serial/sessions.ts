import { judge, keyOf, type Said, without } from './judge.ts'
import type { Rules } from './order.ts'

/** An account's password, and the browsers signed in to it. */
export type Account = { password: string; alive: readonly string[] }

/** The existing accounts, by e-mail. */
export type Accounts = Readonly<Record<string, Account>>

type Of = { email: string }
type By = Of & { browser: string }

type Look =
  /** A call of this browser, by its cookie or one of its tokens, was allowed or refused. */
  | ({ kind: 'let in' } & By)
  | ({ kind: 'shut out' } & By)
  /** The listed sessions, by id. */
  | ({ kind: 'list'; seen: readonly string[] } & Of)
type Change =
  | ({ kind: 'sign in'; password: string } & By & Said)
  /** One browser is signed out: the caller, or another of the account. */
  | ({ kind: 'end' } & By & Said)
  | ({ kind: 'end all' } & Of & Said)
  /** By an admin, with the number of ended sessions in the answer. */
  | ({ kind: 'end for' } & Of & { count: number } & Said)
  /** It ends all sessions but the caller's. */
  | ({ kind: 'password'; before: string; after: string } & By & Said)
  | ({ kind: 'prove'; password: string } & Of & Said)
  | ({ kind: 'remove'; password: string } & Of & Said)
export type SessionCall = Look | Change

const isLook = (call: SessionCall): call is Look =>
  call.kind === 'let in' || call.kind === 'shut out' || call.kind === 'list'

const known = ['INVALID_EMAIL_OR_PASSWORD', 'wrong_password', 'not_found']

/**
 * The sequential rules of sign-ins and sign-outs. `browsers` maps session ids to browsers, as far as answers
 * have shown them: a sign-in that is finally refused, because the password has changed, may be listed for a
 * moment.
 */
export function sessionRules(browsers: ReadonlyMap<string, string>): Rules<SessionCall, Accounts> {
  const isSeen = (alive: readonly string[], look: Look): boolean => {
    if (look.kind === 'let in') return alive.includes(look.browser)
    if (look.kind === 'shut out') return !alive.includes(look.browser)
    const identified = new Set(browsers.values())
    const shown = look.seen.flatMap((id) => browsers.get(id) ?? [])
    const standing = alive.filter((one) => identified.has(one))
    return keyOf(shown.toSorted()) === keyOf(standing.toSorted())
  }
  return {
    keyOf,
    step(accounts, call) {
      const account = accounts[call.email]
      const alive = account?.alive ?? []
      if (isLook(call)) return isSeen(alive, call) ? [accounts] : []
      // A sign-in that was finally refused counted for a moment.
      if (call.kind === 'end for' && call.answer === 'ok' && call.count < alive.length) return []
      const after = changed(accounts, account, call)
      return judge(accounts, call, { reasons: reasonsAgainst(account, call), known, after })
    },
  }
}

function reasonsAgainst(account: Account | undefined, call: Change): string[] {
  // Removing an account that is already gone succeeds.
  if (!account && call.kind === 'remove') return []
  if (!account) return call.kind === 'sign in' ? ['INVALID_EMAIL_OR_PASSWORD'] : known
  if (call.kind === 'sign in') {
    return account.password === call.password ? [] : ['INVALID_EMAIL_OR_PASSWORD']
  }
  if (call.kind === 'end') return account.alive.includes(call.browser) ? [] : ['not_found']
  if (call.kind === 'end all' || call.kind === 'end for') return []
  const password = call.kind === 'password' ? call.before : call.password
  return account.password === password ? [] : ['wrong_password']
}

function changed(accounts: Accounts, account: Account | undefined, call: Change): Accounts {
  const { email } = call
  if (!account || call.kind === 'prove') return accounts
  if (call.kind === 'remove') return without(accounts, email)
  const { alive, password } = account
  const own = 'browser' in call ? call.browser : ''
  const others = alive.filter((one) => one !== own)
  const become = (next: Account): Accounts => ({ ...accounts, [email]: next })
  if (call.kind === 'sign in') return become({ password, alive: [...alive, own].toSorted() })
  if (call.kind === 'end') return become({ password, alive: others })
  if (call.kind !== 'password') return become({ password, alive: [] })
  return become({ password: call.after, alive: alive.filter((one) => one === own) })
}

import { judge, keyOf, type Said, without } from './judge.ts'
import type { Rules } from './order.ts'

/** Its password, and the browsers that are signed in to it. */
export type Account = { password: string; alive: readonly string[] }

/** The accounts that there are, by e-mail. */
export type Accounts = Readonly<Record<string, Account>>

type Of = { email: string }
type By = Of & { browser: string }

type Look =
  /** A call of this browser, by its cookie or one of its tokens, was let in, or not. */
  | ({ kind: 'let in' } & By)
  | ({ kind: 'shut out' } & By)
  /** Sessions that are shown, by id. */
  | ({ kind: 'list'; seen: readonly string[] } & Of)
type Change =
  | ({ kind: 'sign in'; password: string } & By & Said)
  /** One browser is signed out: the one that asks, or another of the account. */
  | ({ kind: 'end' } & By & Said)
  | ({ kind: 'end all' } & Of & Said)
  /** By an admin, who is told how many. */
  | ({ kind: 'end for' } & Of & { count: number } & Said)
  /** It ends all but the browser that asks. */
  | ({ kind: 'password'; before: string; after: string } & By & Said)
  | ({ kind: 'prove'; password: string } & Of & Said)
  | ({ kind: 'remove'; password: string } & Of & Said)
export type SessionCall = Look | Change

const isLook = (call: SessionCall): call is Look =>
  call.kind === 'let in' || call.kind === 'shut out' || call.kind === 'list'

const known = ['INVALID_EMAIL_OR_PASSWORD', 'wrong_password', 'not_found']

/**
 * How people sign in and out one after the other. `browsers` says whose a session is, by its id, as far as one
 * has said so: a sign-in that is refused in the end, since the password has changed meanwhile, may be listed for a moment.
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
      // Where a sign-in was refused in the end there was one more for a moment.
      if (call.kind === 'end for' && call.answer === 'ok' && call.count < alive.length) return []
      const after = changed(accounts, account, call)
      return judge(accounts, call, { reasons: reasonsAgainst(account, call), known, after })
    },
  }
}

function reasonsAgainst(account: Account | undefined, call: Change): string[] {
  // Who is gone already is removed none the less.
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

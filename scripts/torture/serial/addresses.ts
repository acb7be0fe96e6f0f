import { judge, keyOf, type Said, without } from './judge.ts'
import type { Rules } from './order.ts'

/** A requested change of an account's address; the link in the mail to `from` stops it. */
type Asked = { to: string; from: string | null; state: 'open' | 'confirmed' | 'ended' }

/** `password` is empty if no known password signs in. The changes are in the order of their requests. */
export type Account = {
  email: string
  verified: boolean
  password: string
  alive: readonly string[]
  changes: readonly Asked[]
}

/** By a fixed name, since the address changes. */
export type Accounts = Readonly<Record<string, Account>>

type Of = { account: string }
type Look =
  | ({ kind: 'let in'; browser: string } & Of)
  | ({ kind: 'shut out'; browser: string } & Of)
  | ({ kind: 'read'; email: string; verified: boolean; to: string | null } & Of)
type Change =
  /** `account` is the one signed in; a refusal has none. */
  | { kind: 'sign in'; email: string; password: string; browser: string; answer: string }
  /** By a link of the account, with a browser signed in, perhaps to another account. */
  | ({ kind: 'confirm'; by: string } & Of & Said)
  | ({ kind: 'confirm by password'; password: string } & Of & Said)
  | ({ kind: 'confirm anew'; password: string } & Of & Said)
  | ({ kind: 'deny' } & Of & Said)
  | ({ kind: 'ask'; to: string; password: string } & Of & Said)
  /** By the link of the change to this address. */
  | ({ kind: 'move'; to: string; by: string } & Of & Said)
  | ({ kind: 'drop' } & Of & Said)
  | ({ kind: 'stop'; to: string } & Of & Said)
export type AddressCall = Look | Change

const isLook = (call: AddressCall): call is Look =>
  call.kind === 'let in' || call.kind === 'shut out' || call.kind === 'read'

/** A refusal for any other reason says nothing about the state. */
const known = [
  'INVALID_EMAIL_OR_PASSWORD',
  'link_over',
  'other_account',
  'wrong_password',
  'address_taken',
]

/** The sequential rules of links that confirm and change addresses: an address belongs to one account. */
export const addressRules: Rules<AddressCall, Accounts> = {
  keyOf,
  step(accounts, call) {
    if (isLook(call)) return isSeen(accounts[call.account], call) ? [accounts] : []
    if (call.kind === 'sign in') return signIn(accounts, call)
    const one = accounts[call.account]
    const reasons = reasonsAgainst(accounts, one, call)
    const after = one && reasons.length === 0 ? outcome(accounts, one, call) : accounts
    return judge(accounts, call, { reasons, known, after })
  },
}

const openOf = (one: Account): Asked | undefined =>
  one.changes.find(({ state }) => state === 'open')

function isSeen(one: Account | undefined, look: Look): boolean {
  if (look.kind === 'let in') return one?.alive.includes(look.browser) === true
  if (look.kind === 'shut out') return one?.alive.includes(look.browser) !== true
  const { email, verified, to } = look
  return one?.email === email && one.verified === verified && (openOf(one)?.to ?? null) === to
}

function signIn(accounts: Accounts, call: Extract<Change, { kind: 'sign in' }>): Accounts[] {
  const { email, password, browser } = call
  const [name, one] =
    Object.entries(accounts).find(
      ([, each]) => each.email === email && each.password === password,
    ) ?? []
  const isRight = name !== undefined && one !== undefined && password !== ''
  // The account was found and ended before its session existed; a confirmed account does not end.
  if (call.answer === 'unauthenticated') return isRight && !one.verified ? [accounts] : []
  const after = isRight
    ? { ...accounts, [name]: { ...one, alive: [...one.alive, browser].toSorted() } }
    : accounts
  const reasons = isRight ? [] : ['INVALID_EMAIL_OR_PASSWORD']
  return judge(accounts, call, { reasons, known, after })
}

type Press = Exclude<Change, { kind: 'sign in' }>

/** The valid reasons for a refusal; if there are several, any may be given. */
function reasonsAgainst(accounts: Accounts, one: Account | undefined, call: Press): string[] {
  if (call.kind === 'drop') return []
  if (!one) return call.kind === 'ask' ? known : ['link_over']
  if (call.kind === 'ask') return one.password === call.password ? [] : ['wrong_password']
  if (call.kind === 'move' || call.kind === 'stop') return whyNotMoved(accounts, one, call)
  if (one.verified) return ['link_over']
  if (call.kind === 'confirm') return call.by === call.account ? [] : ['other_account']
  const isWrong = call.kind === 'confirm by password' && call.password !== one.password
  return isWrong ? ['wrong_password'] : []
}

function whyNotMoved(
  accounts: Accounts,
  one: Account,
  call: Extract<Press, { kind: 'move' | 'stop' }>,
): string[] {
  const asked = one.changes.find(({ to }) => to === call.to)
  const isGood = call.kind === 'move' ? asked?.state === 'open' : asked?.state !== 'ended'
  const isStoppable = call.kind === 'move' || asked?.from !== null
  if (!asked || !isGood || !isStoppable) return ['link_over']
  if (call.kind === 'move' && call.by !== call.account) return ['other_account']
  const next = call.kind === 'move' ? asked.to : (asked.from ?? '')
  const others = Object.entries(accounts).filter(([name]) => name !== call.account)
  const isTaken = others.some(([, { email, verified }]) => email === next && verified)
  return isTaken ? ['address_taken'] : []
}

function outcome(accounts: Accounts, one: Account, call: Press): Accounts {
  const { account: name } = call
  const become = (next: Partial<Account>): Accounts => ({
    ...accounts,
    [name]: { ...one, ...next },
  })
  switch (call.kind) {
    case 'confirm':
    case 'confirm by password':
      return become({ verified: true })
    case 'confirm anew':
      return become({ verified: true, password: call.password, alive: [] })
    case 'deny':
      return without(accounts, name)
    case 'ask': {
      const from = one.verified ? one.email : null
      const asked: Asked = { to: call.to, from, state: 'open' }
      return become({ changes: [...endFrom(one, openOf(one)), asked] })
    }
    case 'drop':
      return become({ changes: endFrom(one, openOf(one)) })
    case 'move': {
      const changes = one.changes.map(
        (asked): Asked => (asked.to === call.to ? { ...asked, state: 'confirmed' } : asked),
      )
      return give(accounts, name, { ...one, email: call.to, verified: true, changes })
    }
    default: {
      const asked = one.changes.find(({ to }) => to === call.to)
      const stopped = { ...one, alive: [], password: '', changes: endFrom(one, asked) }
      const email = asked?.from ?? one.email
      if (email === one.email) return become(stopped)
      return give(accounts, name, { ...stopped, email, verified: true })
    }
  }
}

/** Ends a change, and those requested after it. */
function endFrom({ changes }: Account, first: Asked | undefined): Asked[] {
  const from = first ? changes.indexOf(first) : changes.length
  return changes.map((asked, at) => (at >= from ? { ...asked, state: 'ended' } : asked))
}

/** Removes an account that never confirmed the address. */
function give(accounts: Accounts, name: string, next: Account): Accounts {
  const others = Object.entries(accounts).filter(
    ([other, { email }]) => other === name || email !== next.email,
  )
  return { ...Object.fromEntries(others), [name]: next }
}

import { expect, test } from 'vitest'
import { type AddressCall, addressRules, type Accounts as Holders } from './addresses.ts'
import { type FactorCall, factorRules, type Protected } from './factors.ts'
import { type Team, type TeamCall, teamRules } from './invitations.ts'
import { type Desk, type LinkCall, linkRules } from './links.ts'
import { findSerialOrder, type Timed } from './order.ts'
import { type Accounts, type SessionCall, sessionRules } from './sessions.ts'

/** All concurrent, so that each order is possible. */
const together = <Call>(...calls: Call[]): Timed<Call>[] =>
  calls.map((call) => ({ call, from: 0, until: 9 }))
const inTurn = <Call>(...calls: Call[]): Timed<Call>[] =>
  calls.map((call, at) => ({ call, from: 2 * at, until: 2 * at + 1 }))

const team: Team = { roles: { 'a@x': 'patient' }, open: { i: { email: 'a@x', role: 'desk' } } }
const ofTeam = (history: Timed<TeamCall>[], start = team) =>
  findSerialOrder(history, start, teamRules).ok
const accept = (answer: string, by = 'a@x', role = 'desk'): TeamCall => ({
  ...{ kind: 'accept', id: 'i', by, role, answer },
})
const invite = (id: string): TeamCall => ({
  ...{ kind: 'invite', id, email: 'a@x', role: 'desk', answer: 'ok' },
})
const withdraw = (answer: string): TeamCall => ({ kind: 'withdraw', id: 'i', answer })
const role = (seen: string): TeamCall => ({ kind: 'role', email: 'a@x', seen })

test('an invitation can be accepted once, and only by its own address', () => {
  expect(ofTeam(together(accept('ok'), accept('invitation_over')))).toBe(true)
  expect(ofTeam(together(accept('ok'), accept('ok')))).toBe(false)
  expect(ofTeam(together(accept('invitation_over')))).toBe(false)
  expect(ofTeam(together(accept('ok', 'b@x')))).toBe(false)
  expect(ofTeam(inTurn(accept('ok'), role('desk')))).toBe(true)
  expect(ofTeam(inTurn(accept('ok'), role('patient')))).toBe(false)
})

test('an invitation that was withdrawn or replaced cannot be accepted', () => {
  expect(ofTeam(together(accept('ok'), withdraw('not_found')))).toBe(true)
  expect(ofTeam(together(accept('ok'), withdraw('ok')))).toBe(false)
  expect(ofTeam(inTurn(invite('j'), accept('ok')))).toBe(false)
  expect(ofTeam(inTurn(accept('ok'), invite('j')))).toBe(true)
  const list: TeamCall = { kind: 'list', seen: { j: { email: 'a@x', role: 'desk' } } }
  expect(ofTeam(inTurn(invite('j'), list))).toBe(true)
  expect(ofTeam(inTurn(invite('j'), withdraw('ok'), list))).toBe(false)
})

test('a role assigned directly ends an open invitation, unless it is the same role', () => {
  const give = (to: string): TeamCall => ({ kind: 'give', email: 'a@x', role: to, answer: 'ok' })
  expect(ofTeam(inTurn(give('desk'), give('patient'), accept('invitation_over')))).toBe(true)
  expect(ofTeam(inTurn(give('desk'), accept('ok')))).toBe(false)
  expect(ofTeam(inTurn(give('patient'), accept('ok')))).toBe(true)
  // The same role changes nothing before the acceptance, and the role after it.
  const overlapping = together(give('patient'), accept('ok'))
  const after = (seen: string) => [...overlapping, { call: role(seen), from: 10, until: 11 }]
  expect(ofTeam(after('patient'))).toBe(true)
  expect(ofTeam(after('desk'))).toBe(true)
  expect(ofTeam(after('admin'))).toBe(false)
})

test('an admin who accepts a lower role stays an admin', () => {
  const admin = { ...team, roles: { 'a@x': 'admin' } }
  expect(ofTeam(inTurn(accept('ok', 'a@x', 'admin'), role('admin')), admin)).toBe(true)
  expect(ofTeam(inTurn(accept('ok'), role('desk')), admin)).toBe(false)
})

const visit = {
  revision: 0,
  cell: '2030-01-02 8',
  who: 'a@x',
  timed: 0,
  confirmed: false,
  cancelled: false,
}
const desk: Desk = {
  visits: { v: visit },
  notices: { 'a@x': { byMail: true, phone: null } },
}
const ofDesk = (history: Timed<LinkCall>[]) => findSerialOrder(history, desk, linkRules).ok
const move = (link: number | null, cell: string, answer: string): LinkCall => ({
  ...{ kind: 'move', id: 'v', link, revision: 0, cell, answer },
})
const cancel = (link: number | null, revision: number, answer: string): LinkCall => ({
  ...{ kind: 'cancel', id: 'v', link, revision, answer },
})
const confirm = (link: number, answer: string): LinkCall => ({
  kind: 'confirm',
  id: 'v',
  link,
  answer,
})

test('when an email link and its holder change an appointment at the same time, only one succeeds', () => {
  const [eight, nine] = ['2030-01-03 8', '2030-01-03 9']
  expect(ofDesk(together(move(0, eight, 'ok'), move(null, nine, 'appointment_changed')))).toBe(true)
  expect(ofDesk(together(move(null, eight, 'ok'), move(0, nine, 'link_void')))).toBe(true)
  expect(ofDesk(together(move(0, eight, 'ok'), move(null, nine, 'ok')))).toBe(false)
  expect(ofDesk(together(move(0, nine, 'link_void')))).toBe(false)
})

test('email links end when the appointment is rescheduled or cancelled', () => {
  const moved = move(null, '2030-01-03 8', 'ok')
  expect(ofDesk(inTurn(moved, confirm(0, 'ok')))).toBe(false)
  expect(ofDesk(inTurn(moved, confirm(0, 'link_void'), confirm(1, 'ok')))).toBe(true)
  expect(ofDesk(inTurn(moved, cancel(0, 1, 'ok')))).toBe(false)
  expect(ofDesk(inTurn(cancel(0, 0, 'ok'), cancel(0, 0, 'appointment_cancelled')))).toBe(true)
  expect(ofDesk(inTurn(cancel(0, 0, 'ok'), confirm(0, 'ok')))).toBe(false)
})

test('an email link used twice confirms the appointment once', () => {
  const read = (revision: number, confirmed: boolean): LinkCall => {
    const { timed: _, ...shown } = visit
    return { kind: 'read', id: 'v', seen: { ...shown, revision, confirmed } }
  }
  expect(ofDesk(inTurn(confirm(0, 'ok'), confirm(0, 'ok'), read(1, true)))).toBe(true)
  expect(ofDesk(inTurn(confirm(0, 'ok'), confirm(0, 'ok'), read(2, true)))).toBe(false)
  expect(ofDesk(inTurn(confirm(0, 'ok'), read(1, false)))).toBe(false)
})

test('a link that ends reminders does not change the phone number', () => {
  const set = (one: { byMail: boolean; phone?: string }): LinkCall => ({
    ...{ kind: 'notices', email: 'a@x', set: one, answer: 'ok' },
  })
  const both = together(set({ byMail: true, phone: '1' }), set({ byMail: false }))
  const reminded = (byMail: boolean, phone: string | null): Timed<LinkCall> => ({
    ...{ call: { kind: 'reminded', email: 'a@x', seen: { byMail, phone } }, from: 10, until: 11 },
  })
  expect(ofDesk([...both, reminded(false, '1')])).toBe(true)
  expect(ofDesk([...both, reminded(true, '1')])).toBe(true)
  expect(ofDesk([...both, reminded(false, null)])).toBe(false)
})

const accounts: Accounts = { 'a@x': { password: 'old', alive: ['b1', 'b2'] } }
const browsers = new Map([
  ['s1', 'b1'],
  ['s2', 'b2'],
  ['s3', 'b3'],
])
const ofAccounts = (history: Timed<SessionCall>[]) =>
  findSerialOrder(history, accounts, sessionRules(browsers)).ok
const a = { email: 'a@x' }
const signIn = (password: string, answer: string): SessionCall => ({
  ...{ kind: 'sign in', ...a, browser: 'b3', password, answer },
})
const call = (kind: 'let in' | 'shut out', browser: string): SessionCall => ({
  kind,
  ...a,
  browser,
})
const list = (...seen: string[]): SessionCall => ({ kind: 'list', ...a, seen })
const change = (browser: string, answer: string): SessionCall => ({
  ...{ kind: 'password', ...a, browser, before: 'old', after: 'new', answer },
})

test('a session that has ended is refused', () => {
  const end: SessionCall = { kind: 'end', ...a, browser: 'b1', answer: 'ok' }
  expect(ofAccounts(inTurn(end, call('shut out', 'b1'), call('let in', 'b2')))).toBe(true)
  expect(ofAccounts(inTurn(end, call('let in', 'b1')))).toBe(false)
  expect(ofAccounts(inTurn(call('shut out', 'b1')))).toBe(false)
  expect(ofAccounts(together(end, end))).toBe(false)
  expect(ofAccounts(inTurn(end, list('s1', 's2')))).toBe(false)
  const endAll: SessionCall = { kind: 'end for', ...a, count: 1, answer: 'ok' }
  expect(ofAccounts(inTurn(endAll))).toBe(false)
  expect(ofAccounts(inTurn(end, endAll, list()))).toBe(true)
})

test('a password change ends every other session, including sign-ins in progress', () => {
  expect(ofAccounts(inTurn(change('b1', 'ok'), list('s1')))).toBe(true)
  expect(ofAccounts(inTurn(change('b1', 'ok'), list('s1', 's2')))).toBe(false)
  expect(ofAccounts(together(change('b1', 'ok'), change('b2', 'wrong_password')))).toBe(true)
  expect(ofAccounts(together(change('b1', 'ok'), change('b2', 'ok')))).toBe(false)
  const both = together(change('b1', 'ok'), signIn('old', 'ok'))
  expect(ofAccounts(both)).toBe(true)
  expect(ofAccounts([...both, { call: call('let in', 'b3'), from: 10, until: 11 }])).toBe(false)
  expect(ofAccounts(inTurn(change('b1', 'ok'), signIn('new', 'ok'), list('s1', 's3')))).toBe(true)
})

test('a removed account cannot sign in, and a former password cannot remove an account', () => {
  const remove: SessionCall = { kind: 'remove', ...a, password: 'old', answer: 'ok' }
  const refused = signIn('old', 'INVALID_EMAIL_OR_PASSWORD')
  expect(ofAccounts(inTurn(remove, refused, call('shut out', 'b1')))).toBe(true)
  expect(ofAccounts(inTurn(remove, signIn('old', 'ok')))).toBe(false)
  expect(ofAccounts(inTurn(refused))).toBe(false)
  expect(ofAccounts(inTurn(change('b1', 'ok'), remove))).toBe(false)
})

const unprotected: Protected = { 'a@x': { app: null, codes: [], passkeys: {} } }
const withApp: Protected = {
  'a@x': { app: { secret: 's', confirmed: true, step: 4 }, codes: ['r'], passkeys: {} },
}
const ofFactors = (history: Timed<FactorCall>[], start = withApp) =>
  findSerialOrder(history, start, factorRules).ok
const spend = (code: { secret: string; step: number } | { recovery: string }, answer: string) =>
  ({ kind: 'spend', ...a, code, answer }) satisfies FactorCall
const read = (app: boolean, left: number): FactorCall => ({
  ...{ kind: 'read', ...a, app, left, passkeys: {} },
})

test('each code is accepted once, and earlier codes are refused after it', () => {
  const five = { secret: 's', step: 5 }
  expect(ofFactors(together(spend(five, 'ok'), spend(five, 'wrong_code')))).toBe(true)
  expect(ofFactors(together(spend(five, 'ok'), spend(five, 'ok')))).toBe(false)
  expect(ofFactors(inTurn(spend(five, 'ok'), spend({ secret: 's', step: 4 }, 'ok')))).toBe(false)
  expect(ofFactors(inTurn(spend(five, 'wrong_code')))).toBe(false)
  const recovery = { recovery: 'r' }
  expect(ofFactors(together(spend(recovery, 'ok'), spend(recovery, 'ok')))).toBe(false)
  expect(ofFactors(inTurn(spend(recovery, 'ok'), read(true, 0)))).toBe(true)
})

test('a code confirms only its own app, and afterwards a password alone does not sign in', () => {
  const start = (secret: string): FactorCall => ({ kind: 'start', ...a, secret, answer: 'ok' })
  const confirm = (secret: string, answer: string): FactorCall => ({
    ...{ kind: 'confirm', ...a, code: { secret, step: 1 }, answer },
  })
  const enter = (isWhole: boolean): FactorCall => ({ kind: 'sign in', ...a, isWhole })
  const set = (...history: FactorCall[]) => ofFactors(inTurn(...history), unprotected)
  expect(set(start('s'), confirm('s', 'ok'), enter(false))).toBe(true)
  expect(set(start('s'), confirm('s', 'ok'), enter(true))).toBe(false)
  expect(set(start('s'), start('t'), confirm('s', 'ok'))).toBe(false)
  expect(set(start('s'), confirm('s', 'ok'), start('t'))).toBe(false)
  const one = { secret: 's', step: 1 }
  expect(set(start('s'), spend(one, 'wrong_code'), confirm('s', 'ok'))).toBe(true)
  expect(set(start('s'), spend(one, 'ok'))).toBe(false)
})

test('recovery codes end with the last second factor, and when a new set is created', () => {
  const remove: FactorCall = { kind: 'remove app', ...a, answer: 'ok' }
  expect(ofFactors(inTurn(remove, read(false, 0)))).toBe(true)
  expect(ofFactors(inTurn(remove, read(false, 1)))).toBe(false)
  const renew: FactorCall = { kind: 'renew', ...a, codes: ['q'], answer: 'ok' }
  expect(ofFactors(inTurn<FactorCall>(renew, spend({ recovery: 'r' }, 'ok')))).toBe(false)
  expect(ofFactors(inTurn<FactorCall>(remove, renew))).toBe(false)
  expect(ofFactors(inTurn({ kind: 'reset', ...a, answer: 'ok' }, read(true, 1)))).toBe(false)
})

const holder = (email: string, verified: boolean) => ({
  ...{ email, verified, password: 'old', alive: ['b'], changes: [] },
})
const holders: Holders = { one: holder('one@x', true), two: holder('two@x', false) }
const ofHolders = (history: Timed<AddressCall>[]) =>
  findSerialOrder(history, holders, addressRules).ok
const byLink = (kind: 'confirm anew' | 'confirm by password', answer: string): AddressCall => ({
  ...{ kind, account: 'two', password: kind === 'confirm anew' ? 'new' : 'old', answer },
})
const deny = (answer: string): AddressCall => ({ kind: 'deny', account: 'two', answer })
const ask = (account: string): AddressCall => ({
  ...{ kind: 'ask', account, to: 'new@x', password: 'old', answer: 'ok' },
})
const moveTo = (account: string, answer: string): AddressCall => ({
  ...{ kind: 'move', account, by: account, to: 'new@x', answer },
})
const stop = (answer: string): AddressCall => ({
  kind: 'stop',
  account: 'one',
  to: 'new@x',
  answer,
})
const seen = (email: string, to: string | null): AddressCall => ({
  ...{ kind: 'read', account: 'one', email, verified: true, to },
})

test('a link that confirms an address is valid once, whichever of its actions is used', () => {
  const password = byLink('confirm by password', 'ok')
  expect(ofHolders(together(password, deny('link_over')))).toBe(true)
  expect(ofHolders(together(password, deny('ok')))).toBe(false)
  expect(ofHolders(together(byLink('confirm anew', 'ok'), password))).toBe(false)
  const isIn: AddressCall = { kind: 'let in', account: 'two', browser: 'b' }
  expect(ofHolders(inTurn(byLink('confirm anew', 'ok'), isIn))).toBe(false)
  expect(ofHolders(inTurn(deny('ok'), isIn))).toBe(false)
})

test('a correct password is refused only if the account ends before its session exists', () => {
  const signIn = (email: string, answer: string): AddressCall => ({
    ...{ kind: 'sign in', email, password: 'old', browser: 'c', answer },
  })
  expect(ofHolders(together(signIn('two@x', 'unauthenticated'), deny('ok')))).toBe(true)
  expect(ofHolders(together(signIn('two@x', 'INVALID_EMAIL_OR_PASSWORD')))).toBe(false)
  expect(ofHolders(inTurn(deny('ok'), signIn('two@x', 'unauthenticated')))).toBe(false)
  expect(ofHolders(together(signIn('one@x', 'unauthenticated')))).toBe(false)
})

test('an address belongs to one account, and a dropped or stopped change does not take it', () => {
  const both = [ask('one'), ask('two')]
  expect(ofHolders(inTurn(...both, moveTo('one', 'ok'), moveTo('two', 'address_taken')))).toBe(true)
  expect(ofHolders(inTurn(...both, moveTo('one', 'ok'), moveTo('two', 'ok')))).toBe(false)
  const drop: AddressCall = { kind: 'drop', account: 'one', answer: 'ok' }
  const dropped = [...inTurn(ask('one')), ...together(drop, moveTo('one', 'ok'))]
  const after = (call: AddressCall) => [...dropped, { call, from: 10, until: 11 }]
  expect(ofHolders(after(seen('new@x', null)))).toBe(true)
  expect(ofHolders(after(seen('one@x', null)))).toBe(false)
  expect(ofHolders(after(stop('ok')))).toBe(true)
  expect(ofHolders(after(stop('link_over')))).toBe(false)
  expect(ofHolders(inTurn(ask('one'), stop('ok'), moveTo('one', 'ok')))).toBe(false)
  expect(ofHolders(inTurn(ask('one'), moveTo('one', 'ok'), stop('ok'), seen('one@x', null)))).toBe(
    true,
  )
})

import * as z from 'zod'
import { AccountSession } from '../../../contract/identity/account.ts'
import { type Person, usualPassword } from '../../fuzz/people.ts'
import type { Reply } from '../clinic.ts'
import type { Place } from '../scene.ts'
import { addAccounts, pickFrom, signIn } from './accounts.ts'
import { type Asked, type Family, inHashTurn, type Play } from './play.ts'
import { type Accounts, type SessionCall, sessionRules } from './sessions.ts'

const passwords = [usualPassword, 'a loud morning in town', 'a slow walk by the river']

/** A browser that was signed in, and may no longer be. */
type Browser = { name: string; email: string; cookie: Person; tokens: string[] }

type Cast = {
  play: Play<SessionCall>
  emails: readonly string[]
  /** The password that a caller believes to be current. */
  passwords: Map<string, string>
  browsers: Browser[]
  /** The browser of a session, by its id. */
  owners: Map<string, string>
}

/** A call from one of the browsers, by its cookie or by a former token. */
async function askAs(
  { play }: Cast,
  { name: browser, email, cookie, tokens }: Browser,
  asked: Omit<Asked, 'by'>,
  tell: (reply: Reply, answer: string) => SessionCall[] = () => [],
): Promise<void> {
  const { dice } = play.scene
  const token = asked.endpoint === 'exchangeToken' ? undefined : pickFrom(dice, tokens.slice(-2))
  const by = token && dice.chance(0.7) ? { ...cookie, token } : { ...cookie }
  await play.ask({ ...asked, by }, (reply, answer) => {
    const isIn = reply.status !== 401
    return [{ kind: isIn ? 'let in' : 'shut out', email, browser }, ...tell(reply, answer)]
  })
}

async function enter(cast: Cast, email: string): Promise<void> {
  const { play, browsers } = cast
  const { dice } = play.scene
  const name = `b${browsers.length}`
  const cookie: Person = {
    ...{ role: 'patient', id: '', email, name: '', token: '', cookie: '' },
  }
  const made: Browser = { name, email, cookie, tokens: [] }
  browsers.push(made)
  const thought = cast.passwords.get(email) ?? usualPassword
  const password = dice.chance(0.8) ? thought : dice.pick(passwords)
  await inHashTurn(() =>
    play.timed(
      (origin) => signIn(play.scene, origin, { email, password }),
      (found) => {
        const { answer, browser } = found
        if (answer === 'ok') made.cookie = browser
        return [{ kind: 'sign in', email, browser: name, password, answer }]
      },
    ),
  )
  if (made.cookie.cookie) await list(cast, made)
}

const Sessions = z.array(AccountSession)

function list(cast: Cast, browser: Browser): Promise<void> {
  const { email, name } = browser
  return askAs(cast, browser, { endpoint: 'listSessions' }, ({ json }, answer) => {
    if (answer !== 'ok') return []
    const found = Sessions.parse(json)
    const own = found.find(({ isCurrent }) => isCurrent)
    if (own) cast.owners.set(own._id, name)
    return [{ kind: 'list', email, seen: found.map(({ _id }) => _id) }]
  })
}

async function changePassword(cast: Cast, browser: Browser): Promise<void> {
  const { dice } = cast.play.scene
  const { email, name } = browser
  const thought = cast.passwords.get(email) ?? usualPassword
  const before = dice.chance(0.9) ? thought : dice.pick(passwords)
  const after = dice.pick(passwords.filter((one) => one !== before))
  const body = { password: before, newPassword: after }
  await askAs(cast, browser, { endpoint: 'changePassword', body }, (_, answer) => {
    if (answer === 'ok') cast.passwords.set(email, after)
    return [{ kind: 'password', email, browser: name, before, after, answer }]
  })
}

/** Ends one of the sessions of the same account, whose id was seen. */
async function endOne(cast: Cast, browser: Browser): Promise<void> {
  const { email } = browser
  const ofAccount = cast.browsers.filter((one) => one.email === email).map(({ name }) => name)
  const all = [...cast.owners].filter(([, name]) => ofAccount.includes(name))
  const [id, other] = pickFrom(cast.play.scene.dice, all.slice(-4)) ?? []
  if (!id || !other) return list(cast, browser)
  await askAs(cast, browser, { endpoint: 'endSession', params: { id } }, (_, answer) => [
    { kind: 'end', email, browser: other, answer },
  ])
}

const endAll = (cast: Cast, browser: Browser): Promise<void> =>
  askAs(cast, browser, { endpoint: 'endSessions' }, (_, answer) => [
    { kind: 'end all', email: browser.email, answer },
  ])

const endFor = ({ play }: Cast, email: string): Promise<void> =>
  play.ask(
    { endpoint: 'endSessionsOf', by: play.scene.clinic.staff, params: { email } },
    (reply, answer) => [{ kind: 'end for', email, count: Number(reply.body.ended), answer }],
  )

const takeToken = (cast: Cast, browser: Browser): Promise<void> => {
  const { email, tokens } = browser
  const asked = { endpoint: 'exchangeToken', params: { email }, body: { email } } as const
  return askAs(cast, browser, asked, ({ body }, answer) => {
    if (answer === 'ok') tokens.push(String(body.token))
    return []
  })
}

async function proveOrRemove(cast: Cast, browser: Browser): Promise<void> {
  const { dice } = cast.play.scene
  const { email } = browser
  const password = dice.pick([cast.passwords.get(email) ?? usualPassword, ...passwords])
  if (dice.chance(0.7)) {
    return askAs(cast, browser, { endpoint: 'prove', body: { password } }, (_, answer) => [
      { kind: 'prove', email, password, answer },
    ])
  }
  const body = { password, appointments: [], refund: 0 }
  return askAs(cast, browser, { endpoint: 'deleteAccount', body }, (_, answer) => [
    { kind: 'remove', email, password, answer },
  ])
}

async function act(cast: Cast): Promise<void> {
  const { dice } = cast.play.scene
  const email = dice.pick(cast.emails)
  const inside = cast.browsers.filter((one) => one.cookie.cookie && one.email === email)
  const browser = pickFrom(dice, inside.slice(-5))
  if (!browser || dice.chance(0.2)) return enter(cast, email)
  const kind = dice.between(1, 40)
  if (kind <= 10) return takeToken(cast, browser)
  if (kind <= 16) return askAs(cast, browser, { endpoint: 'readAccount' })
  if (kind <= 21) return list(cast, browser)
  if (kind <= 24) return askAs(cast, browser, { endpoint: 'notePresence' })
  if (kind <= 30) return endOne(cast, browser)
  if (kind <= 31) return endAll(cast, browser)
  if (kind <= 32) return endFor(cast, email)
  if (kind <= 36) return changePassword(cast, browser)
  return proveOrRemove(cast, browser)
}

const opened = (emails: readonly string[]): Accounts =>
  Object.fromEntries(emails.map((email) => [email, { password: usualPassword, alive: [] }]))

/** Three accounts in a burst, each used in several browsers at once. */
const accountCount = 3

/** Sign-ins, sign-outs and password changes, in several browsers of one account at once. */
export async function createSessions(place: Place): Promise<Family<SessionCall, Accounts>> {
  const owners = new Map<string, string>()
  let emails = await addAccounts(place, accountCount)
  let cast: Omit<Cast, 'play'> = { emails, passwords: new Map(), browsers: [], owners }
  return {
    ...{ name: 'sessions', rules: sessionRules(owners), start: opened(emails) },
    act: (play) => act(Object.assign(cast, { play })),
    async readAll(play) {
      for (const one of cast.browsers) {
        if (one.cookie.cookie) await list({ ...cast, play }, one)
      }
      emails = await addAccounts(place, accountCount)
    },
    keep: () => {
      owners.clear()
      cast = { emails, passwords: new Map(), browsers: [], owners }
      return opened(emails)
    },
  }
}

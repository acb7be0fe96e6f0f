import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { Account as AccountShown } from '../../../contract/identity/account.ts'
import { hashToken } from '../../../server/identity/hash-tokens.ts'
import { type Person, usualPassword } from '../../fuzz/people.ts'
import { call, type Reply } from '../clinic.ts'
import type { Place, Scene } from '../scene.ts'
import { beside, bySession, createMailbox, enterPatients, pickFrom, signIn } from './accounts.ts'
import { type Accounts, type AddressCall, addressRules } from './addresses.ts'
import { type Asked, type Family, inHashTurn, type Play } from './play.ts'

const newPassword = 'a loud morning in town'
const passwords = [usualPassword, newPassword]

type Browser = { name: string; account: string; cookie: Person }

/** A link from a mail: it confirms an account's address, or changes it. */
type Link = { kind: string; token: string; account: string; to: string }

type Cast = {
  /** By the account's id: the address that a caller last saw. */
  accounts: Map<string, string>
  /** Addresses that several accounts request. */
  wanted: string[]
  /** The addresses requested by each account: each address once, so that it identifies the mail. */
  asked: Set<string>
  browsers: Browser[]
  links: Link[]
}

type Lane = { play: Play<AddressCall>; cast: Cast }

/** A call from one of an account's browsers. */
async function askAs(
  { play }: Lane,
  { name: browser, account, cookie }: Browser,
  asked: Omit<Asked, 'by'>,
  tell: (reply: Reply, answer: string) => AddressCall[],
): Promise<void> {
  await play.ask({ ...asked, by: { ...cookie } }, (reply, answer) => {
    const isIn = reply.status !== 401
    return [{ kind: isIn ? 'let in' : 'shut out', account, browser }, ...tell(reply, answer)]
  })
}

/** What an answer shows of the account, which may be older than the answer. */
function seeAccount({ cast }: Lane, account: string, { json }: Reply): AddressCall[] {
  const { data } = AccountShown.safeParse(json)
  if (!data) return []
  const { email, verified, emailChange } = data
  cast.accounts.set(account, email)
  return [{ kind: 'read', account, email, verified, to: emailChange?.email ?? null }]
}

const read = (scene: Lane, browser: Browser): Promise<void> =>
  askAs(scene, browser, { endpoint: 'readAccount' }, (reply) =>
    seeAccount(scene, browser.account, reply),
  )

const Session = z.object({ user: z.object({ id: z.string() }).optional() }).nullable()

async function enter({ play, cast }: Lane, account: string): Promise<void> {
  const { dice } = play.scene
  const email = cast.accounts.get(account) ?? ''
  const password = dice.pick(passwords)
  const name = `b${randomUUID()}`
  await inHashTurn(() =>
    play.timed(
      async (origin) => {
        const entered = await signIn(play.scene, origin, { email, password })
        if (entered === null) return null
        const { answer, browser } = entered
        // The address may belong to another account since it was seen.
        const path = '/api/auth/get-session'
        const reply = await call(play.scene.clinic, origin, ['GET', path, browser])
        return { answer, browser, account: Session.parse(reply?.json)?.user?.id }
      },
      (found) => {
        const { answer, browser: cookie, account } = found
        if (cookie && account) cast.browsers.push({ name, account, cookie })
        return [{ kind: 'sign in', email, password, browser: name, answer }]
      },
    ),
  )
}

/** Follows a confirmation mail's link in one or several ways at once. */
async function confirm(scene: Lane, { token, account }: Link): Promise<void> {
  const { play, cast } = scene
  const { dice } = play.scene
  const press = (): Promise<void> => {
    const way = dice.pick(['session', 'password', 'password', 'new', 'new', 'deny'] as const)
    if (way === 'session') {
      const own = cast.browsers.filter((one) => one.account === account || dice.chance(0.1))
      const browser = pickFrom(dice, own)
      if (!browser) return Promise.resolve()
      const asked = { endpoint: 'confirmEmail', body: { token } } as const
      return askAs(scene, browser, asked, (_, answer) => [
        { kind: 'confirm', account, by: browser.account, answer },
      ])
    }
    const password = dice.chance(0.8) ? usualPassword : newPassword
    if (way === 'password') {
      const asked = { endpoint: 'confirmByPassword', by: null, body: { token, password } } as const
      return play.ask(asked, (_, answer) => [
        { kind: 'confirm by password', account, password, answer },
      ])
    }
    if (way === 'deny') {
      const asked = { endpoint: 'denyAccount', by: null, body: { token } } as const
      return play.ask(asked, (_, answer) => [{ kind: 'deny', account, answer }])
    }
    // Different from the old one: a sign-in during the change would be refused even if they were equal.
    const asked = { endpoint: 'confirmWithNewPassword', by: null } as const
    return play.ask({ ...asked, body: { token, newPassword } }, (_, answer) => [
      { kind: 'confirm anew', account, password: newPassword, answer },
    ])
  }
  // The call without a password is faster, and would leave nothing for the others.
  const times = dice.chance(0.6) ? 1 : dice.between(2, 3)
  await Promise.all(Array.from({ length: times }, press))
}

async function askForAddress(scene: Lane, browser: Browser): Promise<void> {
  const { play, cast } = scene
  const { dice } = play.scene
  const { account } = browser
  const others = [...cast.accounts].filter(([name]) => name !== account).map(([, email]) => email)
  const free = [...cast.wanted, ...others].filter((to) => !cast.asked.has(`${account} ${to}`))
  const to = pickFrom(dice, free)
  if (to === undefined) return read(scene, browser)
  cast.asked.add(`${account} ${to}`)
  const password = dice.chance(0.8) ? usualPassword : dice.pick(passwords)
  const asked = { endpoint: 'startEmailChange', body: { email: to, password } } as const
  await askAs(scene, browser, asked, (reply, answer) => [
    { kind: 'ask', account, to, password, answer },
    ...seeAccount(scene, account, reply),
  ])
}

async function move(scene: Lane, { token, account, to }: Link): Promise<void> {
  const { play, cast } = scene
  const { dice } = play.scene
  const own = cast.browsers.filter((one) => one.account === account || dice.chance(0.1))
  const asked = { endpoint: 'confirmEmailChange', body: { token } } as const
  const press = async (): Promise<void> => {
    const browser = pickFrom(dice, own)
    if (!browser) return
    const { account: by } = browser
    await askAs(scene, browser, asked, (reply, answer) => [
      { kind: 'move', account, to, by, answer },
      ...seeAccount(scene, by, reply),
    ])
  }
  await Promise.all(Array.from({ length: dice.between(1, 2) }, press))
}

function press(scene: Lane, link: Link): Promise<void> {
  const { play } = scene
  const { kind, token, account, to } = link
  if (kind === 'verification') return confirm(scene, link)
  if (kind === 'email-change') return move(scene, link)
  return play.ask({ endpoint: 'stopEmailChange', by: null, body: { token } }, (_, answer) => [
    { kind: 'stop', account, to, answer },
  ])
}

async function act(scene: Lane, readMails: () => Promise<void>): Promise<void> {
  const { play, cast } = scene
  const { dice } = play.scene
  await readMails()
  const kind = dice.between(1, 30)
  const link = pickFrom(dice, cast.links.slice(-8))
  // Stopping a change ends everything else of the account for the rest of the burst.
  if (link && kind <= (link.kind === 'email-change-notice' ? 3 : 12)) return press(scene, link)
  const browser = pickFrom(dice, cast.browsers)
  if (!browser || kind <= 15) return enter(scene, dice.pick([...cast.accounts.keys()]))
  const { account } = browser
  if (kind <= 20) return askForAddress(scene, browser)
  if (kind <= 24) {
    return askAs(scene, browser, { endpoint: 'sendConfirmation' }, (reply) =>
      seeAccount(scene, account, reply),
    )
  }
  if (kind > 25) return read(scene, browser)
  await askAs(scene, browser, { endpoint: 'dropEmailChange' }, (reply, answer) => [
    { kind: 'drop', account, answer },
    ...seeAccount(scene, account, reply),
  ])
}

/** Two accounts with a confirmed address and four without; a browser is signed in to each. */
async function openCast(scene: Scene, place: Place): Promise<Cast> {
  const people = await enterPatients(scene, place, 6)
  const unconfirmed = people.slice(2).map(({ id }) => id)
  await beside(place, ({ query }) =>
    query
      .updateTable('users')
      .set({ emailVerified: sql<boolean>`false` })
      .where('id', 'in', unconfirmed)
      .execute(),
  )
  return {
    accounts: new Map(people.map(({ id, email }) => [id, email])),
    wanted: Array.from({ length: 3 }, () => `w${randomUUID()}@patients.example`),
    ...{ asked: new Set(), links: [] },
    browsers: people.map((one) => ({ name: one.id, account: one.id, cookie: bySession(one) })),
  }
}

function opened({ accounts, browsers }: Cast): Accounts {
  const names = [...accounts]
  return Object.fromEntries(
    names.map(([name, email], at) => {
      const alive = browsers.filter((one) => one.account === name).map((one) => one.name)
      return [name, { email, verified: at < 2, password: usualPassword, alive, changes: [] }]
    }),
  )
}

const kinds = ['verification', 'email-change', 'email-change-notice']

/** The owner of a link: the mail of a change does not name the account. */
async function findOwner(place: Place, kind: string, token: string) {
  return beside(place, async ({ query }) => {
    const hash = hashToken(token)
    if (kind === 'verification') {
      const links = query.selectFrom('emailConfirmations').select('userId').where('hash', '=', hash)
      const row = await links.executeTakeFirst()
      return row && { account: row.userId, to: '' }
    }
    const row = await query
      .selectFrom('emailChanges')
      .select(['userId', 'toEmail'])
      .where((on) => on.or([on('confirmHash', '=', hash), on('stopHash', '=', hash)]))
      .executeTakeFirst()
    return row && { account: row.userId, to: row.toEmail }
  })
}

/** Addresses that are confirmed, changed and reverted by mail links, in several browsers at once. */
export async function createAddresses(
  scene: Scene,
  place: Place,
): Promise<Family<AddressCall, Accounts>> {
  let cast = await openCast(scene, place)
  const mailbox = createMailbox(place, kinds)
  const readMails = async () => {
    for (const { kind, token } of await mailbox()) {
      const owner = await findOwner(place, kind, token)
      if (owner && cast.accounts.has(owner.account)) cast.links.push({ kind, token, ...owner })
    }
  }
  return {
    ...{ name: 'addresses', rules: addressRules, start: opened(cast) },
    act: (play) => act({ play, cast }, readMails),
    async readAll(play) {
      for (const browser of cast.browsers) await read({ play, cast }, browser)
      cast = await openCast(scene, place)
    },
    keep: () => opened(cast),
  }
}

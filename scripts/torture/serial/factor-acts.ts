import { randomUUID } from 'node:crypto'
import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import { sql } from 'kysely'
import * as z from 'zod'
import { Factors as FactorsShown } from '../../../contract/identity/factors.ts'
import { type Person, usualPassword } from '../../fuzz/people.ts'
import { call, type Reply } from '../clinic.ts'
import type { Place, Scene } from '../scene.ts'
import { atOnce, beside, bySession, enterPatients, pickFrom, signIn } from './accounts.ts'
import { type Code, type FactorCall, factorRules, type Protected } from './factors.ts'
import { type Asked, type Family, inHashTurn, type Play } from './play.ts'

/** An account with its browsers, apps and codes, some of them no longer valid. */
type Holder = {
  email: string
  browsers: Person[]
  /** Sign-ins whose password was right and that wait for a code. */
  halfway: Person[]
  secrets: string[]
  recovery: string[]
  passkeys: string[]
}

type Cast = { play: Play<FactorCall>; holder: Holder }

const stepMs = 30_000

/** An app's code, current or next; the portal accepts both. */
async function codeOf({ play, holder }: Cast): Promise<{ code: Code; typed: string } | undefined> {
  const { dice } = play.scene
  const recovery = pickFrom(dice, holder.recovery.slice(-4))
  if (recovery !== undefined && dice.chance(0.5)) return { code: { recovery }, typed: recovery }
  const secret = pickFrom(dice, holder.secrets.slice(-2))
  if (secret === undefined) return undefined
  const step = Math.floor(Date.now() / stepMs) + dice.between(0, 1)
  const plain = new TextDecoder().decode(base32.decode(secret))
  return { code: { secret, step }, typed: await createOTP(plain, { digits: 6 }).hotp(step) }
}

type Tell = (reply: Reply, answer: string) => FactorCall[]

/** A call from one of the holder's signed-in browsers. */
async function askAs(cast: Cast, asked: Omit<Asked, 'by'>, tell: Tell): Promise<void> {
  const { play, holder } = cast
  const by = pickFrom(play.scene.dice, holder.browsers)
  if (!by) return enter(cast)
  await play.ask({ ...asked, by }, (reply, answer) => {
    // A reset has ended all sessions.
    if (reply.status === 401) holder.browsers = holder.browsers.filter((one) => one !== by)
    return tell(reply, answer)
  })
}

/** What an answer shows of all factors, which may be older than the answer. */
function seeFactors({ email }: Holder, { json }: Reply): FactorCall[] {
  const { data } = FactorsShown.safeParse(json)
  if (!data) return []
  const passkeys = Object.fromEntries(data.passkeys.map(({ _id, name }) => [_id, name]))
  const { authenticator: app, recoveryCodesLeft: left } = data
  return [{ kind: 'read', email, app, left, passkeys }]
}

const Session = z.object({ user: z.unknown(), secondStep: z.unknown() }).partial().nullable()

/** Signs in by password; the session shows whether that was enough, unless it has ended by then. */
async function enter({ play, holder }: Cast): Promise<void> {
  const { scene } = play
  const { email } = holder
  await inHashTurn(() =>
    play.timed(
      async (origin) => {
        const entered = await signIn(scene, origin, { email, password: usualPassword })
        if (entered?.answer !== 'ok') throw new Error(`A sign-in was answered ${entered?.answer}`)
        const { browser } = entered
        const reply = await call(scene.clinic, origin, ['GET', '/api/auth/get-session', browser])
        return { browser, session: Session.parse(reply?.json) }
      },
      (found) => {
        if (!found.session) return []
        const isWhole = Boolean(found.session.user)
        const { browser } = found
        if (isWhole) holder.browsers.push(browser)
        else holder.halfway.push(browser)
        return [{ kind: 'sign in', email, isWhole }]
      },
    ),
  )
}

async function setUp(cast: Cast): Promise<void> {
  const { holder, play } = cast
  const { email } = holder
  if (play.scene.dice.chance(0.4)) {
    return askAs(cast, { endpoint: 'startAuthenticator' }, ({ body }, answer) => {
      const secret = answer === 'ok' ? String(body.secret) : ''
      if (secret) holder.secrets.push(secret)
      return [{ kind: 'start', email, secret, answer }]
    })
  }
  const shown = await codeOf(cast)
  if (!shown || 'recovery' in shown.code) return
  const { code, typed } = shown
  const asked = { endpoint: 'confirmAuthenticator', body: { code: typed } } as const
  await atOnce(play.scene.dice, () =>
    askAs(cast, asked, (reply, answer) => [
      { kind: 'confirm', email, code, answer },
      ...seeFactors(holder, reply),
    ]),
  )
}

const Codes = z.object({ codes: z.array(z.string()) })

const renew = (cast: Cast): Promise<void> =>
  askAs(cast, { endpoint: 'renewRecoveryCodes' }, ({ json }, answer) => {
    const { email } = cast.holder
    const codes = Codes.safeParse(json).data?.codes ?? []
    cast.holder.recovery.push(...codes)
    return [{ kind: 'renew', email, codes, answer }]
  })

/** A code as second factor of a sign-in, or as proof of identity; some are sent twice at once. */
async function spendCode(cast: Cast): Promise<void> {
  const { play, holder } = cast
  const { dice } = play.scene
  const { email } = holder
  const shown = await codeOf(cast)
  if (!shown) return
  const { code, typed } = shown
  const tell = (answer: string): FactorCall[] => [{ kind: 'spend', email, code, answer }]
  await atOnce(dice, () => {
    const by = holder.halfway.pop()
    if (!by) {
      return askAs(cast, { endpoint: 'prove', body: { code: typed } }, (_, answer) => tell(answer))
    }
    return play.ask({ endpoint: 'takeSecondStep', by, body: { code: typed } }, (_, answer) => {
      if (answer === 'ok') holder.browsers.push(by)
      return tell(answer)
    })
  })
}

async function remove(cast: Cast): Promise<void> {
  const { play, holder } = cast
  const { dice } = play.scene
  const { email } = holder
  const id = pickFrom(dice, holder.passkeys)
  if (id && dice.chance(0.6)) {
    if (dice.chance(0.7)) {
      const name = dice.pick(['Phone', 'Key', 'Desk'])
      const asked = { endpoint: 'namePasskey', params: { id }, body: { name } } as const
      return askAs(cast, asked, (reply, answer) => [
        { kind: 'name', email, id, name, answer },
        ...seeFactors(holder, reply),
      ])
    }
    return askAs(cast, { endpoint: 'removePasskey', params: { id } }, (reply, answer) => [
      { kind: 'remove passkey', email, id, answer },
      ...seeFactors(holder, reply),
    ])
  }
  if (dice.chance(0.3)) {
    const asked: Asked = {
      endpoint: 'resetFactors',
      by: play.scene.clinic.staff,
      params: { email },
    }
    return play.ask(asked, (_, answer) => [{ kind: 'reset', email, answer }])
  }
  return askAs(cast, { endpoint: 'removeAuthenticator' }, (reply, answer) => [
    { kind: 'remove app', email, answer },
    ...seeFactors(holder, reply),
  ])
}

const look = (cast: Cast): Promise<void> =>
  askAs(cast, { endpoint: 'readFactors' }, (reply) => seeFactors(cast.holder, reply))

function act(cast: Cast): Promise<void> {
  const kind = cast.play.scene.dice.between(1, 20)
  if (kind <= 6) return setUp(cast)
  if (kind <= 8) return renew(cast)
  if (kind <= 12) return spendCode(cast)
  if (kind <= 15) return remove(cast)
  return kind <= 17 ? enter(cast) : look(cast)
}

/** Inserts passkey rows directly, since a passkey needs a browser and its device. */
async function addPasskeys(place: Place, people: readonly Person[]): Promise<string[]> {
  const ids = people.map(() => randomUUID())
  await beside(place, async ({ query }) => {
    for (const [at, { id: userId }] of people.entries()) {
      const id = ids[at] ?? ''
      await sql`insert into "passkeys" ("id", "name", "publicKey", "userId", "credentialID",
        "counter", "deviceType", "backedUp") values (${id}, 'Phone', '', ${userId}, ${id},
        0, 'singleDevice', ${sql.lit(place.databaseUrl ? false : 0)})`.execute(query)
    }
  })
  return ids
}

/** Two signed-in accounts, one of them with two passkeys. */
async function openHolders(scene: Scene, place: Place): Promise<Holder[]> {
  const people = await enterPatients(scene, place, 2)
  const [, other = people[0]] = people
  const ids = other ? await addPasskeys(place, [other, other]) : []
  return people.map((one) => ({
    ...{ email: one.email, browsers: [bySession(one)], halfway: [], secrets: [], recovery: [] },
    passkeys: one === other ? ids : [],
  }))
}

const opened = (holders: readonly Holder[]): Protected =>
  Object.fromEntries(
    holders.map(({ email, passkeys }) => [
      email,
      { app: null, codes: [], passkeys: Object.fromEntries(passkeys.map((id) => [id, 'Phone'])) },
    ]),
  )

/** Second factors of two accounts, set up, used and removed in several browsers of each at once. */
export async function createFactors(
  scene: Scene,
  place: Place,
): Promise<Family<FactorCall, Protected>> {
  let holders = await openHolders(scene, place)
  return {
    ...{ name: 'factors', rules: factorRules, start: opened(holders) },
    act: (play) => act({ play, holder: scene.dice.pick(holders) }),
    async readAll(play) {
      for (const holder of holders) await look({ play, holder })
      holders = await openHolders(scene, place)
    },
    keep: () => opened(holders),
  }
}

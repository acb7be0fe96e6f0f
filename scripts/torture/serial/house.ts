import * as z from 'zod'
import { addDays } from '../../../contract/date.ts'
import type { Person } from '../../fuzz/people.ts'
import { call } from '../clinic.ts'
import type { Scene } from '../scene.ts'
import type { EndpointName } from './play.ts'
import { type Act, type Desk, recordFamily, type Seen } from './record-acts.ts'
import type { One, Records } from './records.ts'

const Json = z.record(z.string(), z.unknown())
type Json = z.infer<typeof Json>

/** A single record, with all fields that it is saved with. */
type Setting = {
  space: string
  by: Person
  read: { endpoint: EndpointName; query?: Record<string, string> }
  save: EndpointName
  /** The changed fields as sent; all others are sent unchanged. */
  draw(desk: Desk): Json
  /** The compared fields of an answer. */
  see(body: Json): Record<string, string>
  /** It has no revision. */
  plain?: true
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const only = (key: string) => (body: Json) => ({ [key]: text(body[key]) })

const seeSetting =
  ({ see, plain }: Setting) =>
  (body: Json): Seen => ({ fields: see(body), revision: plain ? null : Number(body.revision) })

const actOn =
  (setting: Setting, whole: Json): Act =>
  async (desk) => {
    const { space, by, save, see, plain } = setting
    const on = { space, id: space }
    const [one] = desk.standing(space)
    if (!one || desk.dice.chance(0.3)) return readSetting(setting)(desk)
    const drawn = setting.draw(desk)
    // Some pages send no revision, and overwrite.
    const isBlind = plain || (space !== 'note' && desk.dice.chance(0.2))
    const revision = isBlind ? null : desk.revisionOf(one.seen)
    const { revision: _, ...rest } = whole
    const body = { ...rest, ...drawn, ...(revision !== null && { revision }) }
    await desk.change({ endpoint: save, by, body }, { ...on, revision, set: see(body) })
  }

const readSetting =
  (setting: Setting): Act =>
  (desk) => {
    const { space, by, read } = setting
    const see = seeSetting(setting)
    return desk.read({ ...read, by }, { space, id: space }, ({ body }) => see(body))
  }

function settingsOf({ clinic }: Scene): Setting[] {
  const { staff, patients } = clinic
  const reminded = patients[0] ?? staff
  return [
    {
      ...{ space: 'profile', by: staff, read: { endpoint: 'readProfile' }, save: 'changeProfile' },
      draw: ({ dice }) => ({
        name: `Clinic ${dice.between(1, 9)}`,
        about: `At ${dice.between(1, 9)}`,
      }),
      see: (body) => ({ ...only('name')(body), ...only('about')(body) }),
    },
    {
      ...{ space: 'policy', by: staff, read: { endpoint: 'readPolicy' }, save: 'changePolicy' },
      draw: ({ dice }) => ({ cutoffMinutes: dice.between(0, 600) }),
      see: only('cutoffMinutes'),
    },
    {
      ...{ space: 'reminders', by: reminded, plain: true, save: 'changeReminders' },
      read: { endpoint: 'readReminders' },
      draw: ({ dice }) => ({ byMail: dice.chance(0.5), bySms: false, phone: null }),
      see: only('byMail'),
    },
  ]
}

const Closures = z.array(z.object({ day: z.string(), reason: z.string() }))

/** The opening hours: one revision for the rules and for each closed day. */
const seeOpening = (body: Json): Seen => {
  const closed = Closures.parse(body.closures).map(({ day, reason }) => [day, reason])
  const fields = { horizonDays: text(body.horizonDays), ...Object.fromEntries(closed) }
  return { revision: Number(body.revision), fields }
}

function openingActs({ clinic: { staff: by, today } }: Scene, whole: Json) {
  const on = { space: 'opening', id: 'opening' }
  const days = [300, 301, 302].map((far) => addDays(today, far))
  const empty = Object.fromEntries(days.map((day) => [day, '']))
  /** Other families close other days. */
  const seeDays = (body: Json): Seen => {
    const { revision, fields } = seeOpening(body)
    const ours = Object.entries(fields).filter(([key]) => key === 'horizonDays' || key in empty)
    return { revision, fields: { ...empty, ...Object.fromEntries(ours) } }
  }
  const look: Act = (desk) =>
    desk.read({ endpoint: 'readOpening', by }, on, ({ body }) => seeDays(body))
  const act: Act = async (desk) => {
    const { dice } = desk
    const [one] = desk.standing('opening')
    const kind = dice.pick(['read', 'rules', 'close', 'close', 'open'] as const)
    if (!one || kind === 'read') return look(desk)
    const revision = dice.chance(0.2) ? null : desk.revisionOf(one.seen)
    const edited = revision !== null && { revision }
    const day = dice.pick(days)
    if (kind === 'rules') {
      const { closedWeekdays, leadMinutes } = whole
      const horizonDays = dice.between(400, 700)
      const body = { closedWeekdays, leadMinutes, horizonDays, confirmed: true, ...edited }
      const set = { horizonDays: String(horizonDays) }
      return desk.change({ endpoint: 'changeOpening', by, body }, { ...on, revision, set })
    }
    if (kind === 'close') {
      const reason = `Feast ${dice.between(1, 9)}`
      const body = { from: day, to: day, reason, confirmed: true, ...edited }
      return desk.change(
        { endpoint: 'addClosure', by, body },
        { ...on, revision, set: { [day]: reason } },
      )
    }
    const asked = { endpoint: 'removeClosure', by, params: { day } } as const
    const query = revision === null ? undefined : { revision: String(revision) }
    return desk.change(
      { ...asked, ...(query && { query }) },
      { ...on, revision, set: { [day]: '' } },
    )
  }
  return { look, act, seeDays }
}

/** A feed is created again by each caller; only the last address is valid. */
function feedActs(
  space: string,
  by: Person,
  [read, make, revoke]: [EndpointName, EndpointName, EndpointName],
) {
  const on = { space, id: space, revision: null }
  const madeAt = (body: Json) => ({ madeAt: text(body.madeAt ?? '') })
  const look: Act = (desk) =>
    desk.read({ endpoint: read, by }, on, ({ body }) => ({ revision: null, fields: madeAt(body) }))
  const act: Act = (desk) => {
    if (desk.dice.chance(0.4)) return look(desk)
    if (desk.dice.chance(0.4)) {
      return desk.change({ endpoint: revoke, by }, { ...on, set: { madeAt: '' } })
    }
    return desk.change({ endpoint: make, by }, { ...on, set: ({ body }) => madeAt(body) })
  }
  return { look, act }
}

function noteActs({ clinic: { staff: by, today } }: Scene) {
  const date = addDays(today, 200)
  const on = { space: 'note', id: 'note' }
  const Noted = z.object({ note: z.object({ text: z.string(), revision: z.number() }) })
  const look: Act = (desk) =>
    desk.read({ endpoint: 'readDay', by, query: { date } }, on, ({ body }) => {
      const { note } = Noted.parse(body)
      return { revision: note.revision, fields: { text: note.text } }
    })
  const act: Act = async (desk) => {
    const [one] = desk.standing('note')
    if (!one || desk.dice.chance(0.3)) return look(desk)
    const revision = desk.revisionOf(one.seen) ?? 0
    const set = { text: desk.dice.pick(['', 'Fire drill', 'Ben is late', 'New lamp']) }
    const body = { date, revision, ...set }
    return desk.change({ endpoint: 'writeDayNote', by, body }, { ...on, revision, set })
  }
  return { look, act }
}

/** The clinic's profile and policy, opening hours, the note of a day, reminders and feeds. */
export async function createSettings(scene: Scene) {
  const { clinic, servers } = scene
  const fetchBody = async (path: string, by: Person) => {
    const reply = await call(clinic, servers[0]?.origin ?? '', ['GET', path, by])
    if (reply?.status !== 200) throw new Error(`${path} was not read: ${JSON.stringify(reply)}`)
    return reply.body
  }
  const paths = { profile: '/staff/clinic', policy: '/policy', reminders: '/reminder-settings' }
  const start: Record<string, One> = {}
  const acts: Act[] = []
  const looks: Act[] = []
  for (const setting of settingsOf(scene)) {
    const { space, by } = setting
    const whole = await fetchBody(paths[space as keyof typeof paths], by)
    start[`${space} ${space}`] = { ...seeSetting(setting)(whole), gone: false }
    acts.push(actOn(setting, whole))
    looks.push(readSetting(setting))
  }
  const whole = await fetchBody('/staff/opening', clinic.staff)
  const opening = openingActs(scene, whole)
  start['opening opening'] = { ...opening.seeDays(whole), gone: false }
  start['note note'] = { revision: 0, fields: { text: '' }, gone: false }
  const feeds = [
    feedActs('own-feed', clinic.patients[1] ?? clinic.staff, [
      'readOwnFeed',
      'makeOwnFeed',
      'revokeOwnFeed',
    ]),
    feedActs('clinic-feed', clinic.staff, ['readClinicFeed', 'makeClinicFeed', 'revokeClinicFeed']),
  ]
  for (const space of ['own-feed', 'clinic-feed']) {
    start[`${space} ${space}`] = { revision: null, fields: { madeAt: '' }, gone: false }
  }
  for (const { act, look } of [opening, noteActs(scene), ...feeds]) {
    acts.push(act)
    looks.push(look)
  }
  const names = Object.keys(start).map((name) => name.split(' ')[0] ?? '')
  const spaces = Object.fromEntries(names.map((space) => [space, { gone: [] }]))
  const readAll: Act = async (desk) => {
    for (const look of looks) await look(desk)
  }
  return recordFamily({ name: 'settings', spaces, start: start satisfies Records, acts, readAll })
}

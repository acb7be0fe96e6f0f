import * as z from 'zod'
import { addDays } from '../../../../contract/date.ts'
import type { Reply } from '../../clinic.ts'
import type { Scene } from '../../scene.ts'
import type { Asked, Family, Play } from '../play.ts'
import { type Details, type DoctorCall, type Doctors, doctorRules, type Plan } from './doctors.ts'

/** The doctors that callers know, who may be gone; `null` for an unread plan. */
type Known = Map<string, { email: string; revision: number | null }>
type Act = (play: Play<DoctorCall>, known: Known) => Promise<void>

const emails = ['a', 'b', 'c', 'd'].map((name) => `our-${name}@clinic.example`)
const mostStanding = 3
const reasons = ['Flu', 'Course', 'Snow']

const Listed = z.array(
  z.object({
    ...{ _id: z.string(), name: z.string(), email: z.string() },
    ...{ specialty: z.string(), img: z.string() },
  }),
)
const Schedule = z.object({
  revision: z.number(),
  timeOff: z.array(z.object({ from: z.string(), to: z.string(), reason: z.string() })),
  blocks: z.array(
    z.object({
      ...{ day: z.string(), reason: z.string() },
      time: z.object({ start: z.number(), end: z.number() }),
    }),
  ),
})

function seePlan({ json }: Reply): { revision: number; plan: Plan } {
  const { revision, timeOff, blocks } = Schedule.parse(json)
  const times = blocks.map(({ day, time, reason }) => ({ day, ...time, reason }))
  return { revision, plan: { off: timeOff, blocks: times } }
}

const list: Act = async (play, known) => {
  const asked = { endpoint: 'listDoctors', by: play.scene.clinic.staff } as const
  await play.ask(asked, (reply, answer) => {
    if (!reply || answer !== 'ok') return []
    const ours = Listed.parse(reply.json).filter(({ email }) => email.startsWith('our-'))
    for (const { _id, email } of ours) {
      known.set(_id, { email, revision: known.get(_id)?.revision ?? null })
    }
    const gone = [...known.keys()].filter((id) => ours.every(({ _id }) => _id !== id))
    for (const id of gone) known.delete(id)
    return [{ kind: 'list', seen: Object.fromEntries(ours.map(({ _id, ...one }) => [_id, one])) }]
  })
}

async function read(play: Play<DoctorCall>, known: Known, id: string): Promise<void> {
  const { staff: by } = play.scene.clinic
  await play.ask({ endpoint: 'readDoctorSchedule', by, params: { id } }, (reply, answer) => {
    if (!reply || (answer !== 'ok' && reply.status !== 404)) return []
    const seen = answer === 'ok' ? seePlan(reply) : null
    const one = known.get(id)
    if (seen && one) known.set(id, { ...one, revision: seen.revision })
    return [{ kind: 'read', id, seen }]
  })
}

function draw({ dice, clinic }: Scene): Details {
  return {
    ...{ name: dice.pick(['Ana Ruiz', 'Ben Katz', 'Cy Dow']), email: dice.pick(emails) },
    specialty: clinic.treatments[0]?.name ?? '',
    img: `https://clinic.example/${dice.between(1, 9)}.webp`,
  }
}

const add: Act = async (play, known) => {
  const details = draw(play.scene)
  const asked = { endpoint: 'addDoctor', by: play.scene.clinic.staff, body: details } as const
  await play.ask(asked, (reply, answer) => {
    const id = answer === 'ok' ? String(reply.body.insertedId) : ''
    if (id) known.set(id, { email: details.email, revision: 0 })
    return [{ kind: 'add', id, details, answer }]
  })
}

async function change(play: Play<DoctorCall>, key: string): Promise<void> {
  const details = draw(play.scene)
  const { staff: by } = play.scene.clinic
  const asked: Asked = { endpoint: 'changeDoctor', by, params: { email: key }, body: details }
  await play.ask(asked, (reply, answer) => [
    { kind: 'change', key, details, answer, ...(answer === 'ok' && { shown: idIn(reply) }) },
  ])
}
const idIn = (reply: Reply): string => String(reply.body._id)

async function remove(play: Play<DoctorCall>, key: string): Promise<void> {
  const { staff: by } = play.scene.clinic
  const asked: Asked = { endpoint: 'removeDoctor', by, params: { email: key } }
  await play.ask(asked, (reply, code) => {
    const answer = code === 'ok' && reply.body.deletedCount === 0 ? 'not_found' : code
    return [{ kind: 'remove', key, answer }]
  })
}

/** Days and times that often coincide or overlap. */
function drawOff({ dice, clinic: { today } }: Scene) {
  const from = addDays(today, 100 + dice.between(0, 1))
  return { from, to: addDays(from, dice.between(0, 2)), reason: dice.pick(reasons) }
}
function drawBlock({ dice, clinic: { today } }: Scene) {
  const start = dice.pick([480, 540, 600])
  const end = start + dice.pick([30, 60, 90])
  return { day: addDays(today, 110 + dice.between(0, 1)), start, end, reason: dice.pick(reasons) }
}

async function save(play: Play<DoctorCall>, known: Known, id: string): Promise<void> {
  const { scene } = play
  const { dice, clinic } = scene
  const plan = {
    off: dice.chance(0.5) ? [drawOff(scene)] : [],
    blocks: dice.chance(0.5) ? [drawBlock(scene)] : [],
  }
  const last = known.get(id)?.revision ?? null
  const revision = dice.chance(0.2) ? null : last
  const body = {
    ...{ treatments: [], chairs: [], weeks: [], exceptions: [], timeOff: plan.off },
    blocks: plan.blocks.map(({ day, start, end, reason }) => ({
      day,
      time: { start, end },
      reason,
    })),
    ...{ confirmed: true, ...(revision !== null && { revision }) },
  }
  const by = clinic.staff
  const asked: Asked = { endpoint: 'changeDoctorSchedule', by, params: { id }, body }
  await play.ask(asked, (reply, answer) => {
    const recorded = { kind: 'save', key: id, revision, plan, answer } as const
    if (!reply || answer !== 'ok') return [recorded]
    const now = seePlan(reply)
    const one = known.get(id)
    if (one) known.set(id, { ...one, revision: now.revision })
    return [{ ...recorded, now }]
  })
}

async function leave(play: Play<DoctorCall>, key: string): Promise<void> {
  const { scene } = play
  const off = scene.dice.chance(0.5) ? drawOff(scene) : drawBlock(scene)
  const asked = { endpoint: 'addAbsence', by: scene.clinic.staff, params: { id: key } } as const
  const { reason } = off
  const days =
    'from' in off
      ? { from: off.from, to: off.to, time: null }
      : { from: off.day, to: off.day, time: { start: off.start, end: off.end } }
  await play.ask({ ...asked, body: { ...days, reason, confirmed: true } }, (_, answer) => [
    { kind: 'leave', key, off, answer },
  ])
}

async function block(play: Play<DoctorCall>, key: string): Promise<void> {
  const { scene } = play
  const asked = { by: scene.clinic.staff, params: { id: key } }
  const drawn = drawBlock(scene)
  const { day, start, end, reason } = drawn
  if (scene.dice.chance(0.5)) {
    return play.ask({ ...asked, endpoint: 'unblockTime', body: { day, start } }, (_, answer) => [
      { kind: 'unblock', key, day, start, answer },
    ])
  }
  const body = { day, time: { start, end }, reason, confirmed: true }
  await play.ask({ ...asked, endpoint: 'blockTime', body }, (_, answer) => [
    { kind: 'block', key, block: drawn, answer },
  ])
}

const act: Act = async (play, known) => {
  const { dice } = play.scene
  const ids = [...known.keys()]
  if (ids.length === 0 || (ids.length < mostStanding && dice.chance(0.3))) return add(play, known)
  const id = dice.pick(ids)
  const key = dice.chance(0.5) ? id : (known.get(id)?.email ?? id)
  const kinds = ['list', 'read', 'read', 'change', 'save', 'leave', 'block', 'block'] as const
  const kind = dice.chance(0.08) ? 'remove' : dice.pick(kinds)
  if (kind === 'list') return list(play, known)
  if (kind === 'read') return read(play, known, id)
  if (kind === 'change') return change(play, key)
  if (kind === 'remove') return remove(play, key)
  if (kind === 'save') return save(play, known, id)
  return kind === 'leave' ? leave(play, id) : block(play, id)
}

/** A few doctors who are added, changed and removed, by id and by e-mail, and whose plans are edited. */
export function createDoctors(): Family<DoctorCall, Doctors> {
  const known: Known = new Map()
  return {
    ...{ name: 'doctors', rules: doctorRules, start: {} },
    act: (play) => act(play, known),
    async readAll(play) {
      await list(play, known)
      for (const id of known.keys()) await read(play, known, id)
    },
  }
}

import * as z from 'zod'
import { Booking } from '../../../contract/appointments/appointment.ts'
import { formatDay } from '../../../contract/date.ts'
import { StaffAppointment, VisitStatus } from '../../../contract/schedule/staff-appointment.ts'
import { Treatment } from '../../../contract/treatments/treatment.ts'
import type { Person } from '../../fuzz/people.ts'
import { call, type Reply } from '../clinic.ts'
import { openScene, type Place, type Row, type Scene } from '../scene.ts'
import { type Day, type DayCall, keyOf, type Seen, step } from './day.ts'
import { findSerialOrder, type Timed } from './order.ts'

/** Concurrent callers, and the calls of each in a burst. */
const lanes = 6
const callsOfLane = 20

type Burst = {
  scene: Scene
  history: Timed<DayCall>[]
  /** Appointments as last seen by a caller, by id. */
  seen: Map<string, Seen>
}

/** Days and slots of one treatment without doctors, few enough to conflict. */
function cellsOf({ clinic }: Scene) {
  const [treatment] = clinic.treatments
  if (!treatment) throw new Error('The clinic has no treatment')
  const slots = treatment.slots.slice(0, 3)
  const days = [clinic.today, ...clinic.days.slice(0, 2)]
  return {
    treatment,
    days,
    slots,
    cells: days.flatMap((day) => slots.map((slot) => `${day} ${slot}`)),
  }
}

const split = (cell: string) => ({ date: cell.slice(0, 10), slot: cell.slice(11) })

function answerOf(reply: Reply | null): string {
  if (reply === null) return 'unknown'
  return reply.status === 200 ? 'ok' : String(reply.body.code ?? reply.body.reason ?? reply.status)
}

/** Calls as staff or as a patient, and records the times and the answer as `describe` reads it. */
async function timed(
  { scene, history }: Burst,
  words: [string, string, unknown?],
  describe: (reply: Reply | null) => DayCall | null,
  person: Person = scene.clinic.staff,
): Promise<Reply | null> {
  const { clinic, dice, servers } = scene
  const [method, path, body] = words
  const { origin } = dice.pick(servers)
  const from = performance.now()
  const reply = await call(clinic, origin, [method, path, person, body])
  const until = reply === null ? Number.POSITIVE_INFINITY : performance.now()
  const recorded = describe(reply)
  if (recorded) history.push({ call: recorded, from, until })
  return reply
}

async function read(burst: Burst, id: string): Promise<void> {
  const { days } = cellsOf(burst.scene)
  await timed(burst, ['GET', `/staff/appointments/${id}`], (reply) => {
    const found = StaffAppointment.safeParse(reply?.body.appointment).data
    if (!found) return null
    const { revision, status, patient, slot } = found
    const day = days.find((one) => formatDay(one) === found.date) ?? found.date
    const paid = found.paidAtDesk > 0
    const seen = { revision, cell: `${day} ${slot}`, who: patient ?? '', status, paid }
    burst.seen.set(id, seen)
    return { kind: 'read', id, seen }
  })
}

async function book(burst: Burst): Promise<void> {
  const { clinic, dice } = burst.scene
  const { treatment, cells } = cellsOf(burst.scene)
  const cell = dice.pick(cells)
  const { email: who, name } = dice.pick(clinic.patients)
  const chosen = { treatmentId: treatment._id, price: treatment.price, ...split(cell) }
  const body = { ...chosen, patient: who, patientName: name, phone: '' }
  await timed(burst, ['POST', '/staff/appointments', body], (reply) => {
    const id = String(reply?.body._id ?? '')
    // Without its id no further call can name it, and it would block the slot for the rest of the run.
    if (reply === null) throw new Error('A booking was not answered, though nothing was broken')
    if (id) burst.seen.set(id, { revision: 0, cell, who, status: 'booked', paid: false })
    return { kind: 'book', who, cell, id, answer: answerOf(reply) }
  })
}

/** A change based on what a caller last saw, which may be outdated. */
async function change(burst: Burst, id: string, { revision, cell: own }: Seen): Promise<void> {
  const { dice } = burst.scene
  const path = `/staff/appointments/${id}`
  const kind = dice.pick(['move', 'move', 'cancel', 'pay', 'unpay', 'mark', 'mark'] as const)
  if (kind === 'mark') {
    const status = dice.pick(VisitStatus.options)
    await timed(burst, ['POST', `${path}/status`, { revision, status }], (reply) => ({
      ...{ kind, id, revision, status, answer: answerOf(reply) },
    }))
  } else if (kind === 'move') {
    const cell = dice.pick(cellsOf(burst.scene).cells.filter((one) => one !== own))
    await timed(burst, ['POST', `${path}/reschedule`, { revision, ...split(cell) }], (reply) => ({
      ...{ kind, id, revision, cell, answer: answerOf(reply) },
    }))
  } else {
    const words: Record<typeof kind, [string, string, unknown]> = {
      cancel: ['POST', `${path}/cancel`, { revision, reason: 'Ill', refund: false }],
      pay: ['POST', `${path}/desk-payment`, { revision, method: 'cash' }],
      unpay: ['DELETE', `${path}/desk-payment`, { revision }],
    }
    await timed(burst, words[kind], (reply) => ({ kind, id, revision, answer: answerOf(reply) }))
  }
}

const Accepted = z.object({ booking: z.object({ _id: z.string() }) })

async function bookOwn(burst: Burst, patient: Person): Promise<void> {
  const { treatment, cells } = cellsOf(burst.scene)
  const cell = burst.scene.dice.pick(cells)
  const who = patient.email
  const chosen = { treatmentId: treatment._id, price: treatment.price, ...split(cell) }
  const describe = (reply: Reply | null): DayCall => {
    if (reply === null) throw new Error('A booking was not answered, though nothing was broken')
    const id = Accepted.safeParse(reply.body).data?.booking._id ?? ''
    if (id) burst.seen.set(id, { revision: 0, cell, who, status: 'booked', paid: false })
    return { kind: 'book', who, cell, id, answer: answerOf(reply) }
  }
  await timed(
    burst,
    ['POST', '/booking', { ...chosen, patient: who, phone: '' }],
    describe,
    patient,
  )
}

async function listOwn(burst: Burst, patient: Person): Promise<void> {
  const { days } = cellsOf(burst.scene)
  const who = patient.email
  const describe = (reply: Reply | null): DayCall | null => {
    const found = z.array(Booking).safeParse(reply?.json).data
    if (!found) return null
    const cellOf = ({ date, slot }: Booking) =>
      `${days.find((one) => formatDay(one) === date) ?? date} ${slot}`
    return {
      kind: 'list',
      who,
      own: Object.fromEntries(found.map((one) => [one._id, cellOf(one)])),
    }
  }
  await timed(burst, ['GET', `/booking?email=${encodeURIComponent(who)}`], describe, patient)
}

/** Patients change their own appointments, as they or staff last saw them. */
async function changeOwn(
  burst: Burst,
  patient: Person,
  [id, { revision, cell: own }]: [string, Seen],
): Promise<void> {
  const { dice } = burst.scene
  const { treatment, cells } = cellsOf(burst.scene)
  if (dice.chance(0.3)) {
    const words: [string, string, unknown] = [
      ...(['POST', `/booking/${id}/cancel`] as const),
      { revision, refund: 0 },
    ]
    const describe = (reply: Reply | null): DayCall => ({
      ...{ kind: 'cancel', id, revision, answer: answerOf(reply) },
    })
    await timed(burst, words, describe, patient)
    return
  }
  const cell = dice.pick(cells.filter((one) => one !== own))
  const body = { revision, treatmentId: treatment._id, price: treatment.price, ...split(cell) }
  const describe = (reply: Reply | null): DayCall => ({
    ...{ kind: 'move', id, revision, cell, answer: answerOf(reply) },
  })
  await timed(burst, ['POST', `/booking/${id}/reschedule`, body], describe, patient)
}

async function actAsPatient(burst: Burst): Promise<void> {
  const { dice, clinic } = burst.scene
  const patient = dice.pick(clinic.patients)
  const theirs = [...burst.seen].filter(([, { who }]) => who === patient.email)
  if (theirs.length === 0 || dice.chance(0.3)) return bookOwn(burst, patient)
  if (dice.chance(0.3)) return listOwn(burst, patient)
  return changeOwn(burst, patient, dice.pick(theirs))
}

const Available = z.array(Treatment)

async function readFree({ scene, history }: Burst): Promise<void> {
  const { clinic, dice, servers } = scene
  const { treatment, slots } = cellsOf(scene)
  // Not today: slots that have started are not free, even if they are not booked.
  const day = dice.pick(clinic.days.slice(0, 2))
  const from = performance.now()
  const response = await fetch(`${dice.pick(servers).origin}/available?date=${day}`)
  const all = Available.parse(await response.json())
  const until = performance.now()
  const free = all.find(({ _id }) => _id === treatment._id)?.slots ?? []
  const listed = slots.filter((slot) => free.includes(slot)).map((slot) => `${day} ${slot}`)
  const cells = slots.map((slot) => `${day} ${slot}`)
  history.push({ call: { kind: 'free', cells, free: listed }, from, until })
}

async function actOnce(burst: Burst): Promise<void> {
  const { dice } = burst.scene
  if (dice.chance(0.4)) return actAsPatient(burst)
  const known = [...burst.seen]
  const one = known.length > 0 ? dice.pick(known) : undefined
  if (!one || dice.chance(0.25)) return book(burst)
  if (dice.chance(0.2)) return readFree(burst)
  if (dice.chance(0.3)) return read(burst, one[0])
  return change(burst, ...one)
}

/**
 * Staff and patients change the same few appointments and times concurrently, on PostgreSQL through two
 * processes: there must be a sequential order in which all answers are right. A burst has six callers at a
 * time; then everything is read once, so that the next one begins with a known state.
 */
export async function searchSerialOrder(
  place: Place,
  { seed, bursts, onProgress }: { seed: number; bursts: number; onProgress: (row: Row) => void },
): Promise<Row> {
  const scenario = 'serial order of answers'
  const scene = await openScene(place, { seed, processes: place.databaseUrl ? 2 : 1 })
  const violations: string[] = []
  let day: Day = {}
  let checked = 0
  const withOwn = (row: Row): Row => ({
    ...row,
    ...{ checked, violations: [...row.violations, ...violations] },
  })
  for (let at = 0; at < bursts && violations.length === 0; at += 1) {
    const burst: Burst = { scene, history: [], seen: new Map(Object.entries(day)) }
    const lane = async () => {
      for (let count = 0; count < callsOfLane; count += 1) await actOnce(burst)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    for (const id of burst.seen.keys()) await read(burst, id)
    const found = findSerialOrder(burst.history, day, { step, keyOf })
    checked += burst.history.length
    if (!found.ok) violations.push(`no serial order: ${JSON.stringify(found.stuck)}`)
    else {
      const standing = Object.entries(found.state).filter(
        ([, { status }]) => status !== 'cancelled',
      )
      day = Object.fromEntries(standing)
    }
    await scene.check()
    onProgress(withOwn(scene.result(scenario)))
  }
  return withOwn(await scene.end(scenario))
}

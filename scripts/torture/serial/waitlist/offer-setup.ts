import * as z from 'zod'
import { addDays, formatDay } from '../../../../contract/date.ts'
import { StaffAppointment } from '../../../../contract/schedule/staff-appointment.ts'
import { createPeople, type Person } from '../../../fuzz/people.ts'
import { call } from '../../clinic.ts'
import type { Place, Scene } from '../../scene.ts'
import { beside } from '../accounts.ts'
import type { Appointment, Cell, Line, Wait } from './line.ts'

export const cells: readonly Cell[] = [0, 1, 2]
const people = 6

/** Half hours from eight o'clock on, three for each round of a day. */
const halfHours = Array.from({ length: 18 }, (_, at) => 480 + 30 * at)

function clockOf(minute: number): string {
  const hour = Math.floor(minute / 60)
  const half = String(minute % 60).padStart(2, '0')
  return `${((hour + 11) % 12) + 1}:${half} ${hour < 12 ? 'AM' : 'PM'}`
}
const slotAt = (minute: number) => `${clockOf(minute)} - ${clockOf(minute + 30)}`

/** What all rounds share. */
export type House = {
  scene: Scene
  place: Place
  holders: Person[]
  treatmentId: string
  /** A doctor who does not do the treatment. */
  doctor: string
}

/** A day with three times, and what is known of it. */
export type Round = {
  number: number
  day: string
  minutes: number[]
  /** By id. */
  appointments: Map<string, { holder: Person; revision: number; cell: Cell }>
  waits: Map<string, Person>
  /** The tokens of offers, by request and time. */
  offers: Map<string, { id: string; cell: Cell; token: string }>
}

export const treatmentName = 'Waited for'
export const price = 50

/** A call by staff or a patient on the first process, before the burst. */
async function tellFirst(
  { scene: { clinic, servers } }: Pick<House, 'scene'>,
  words: [string, string, Person, unknown],
): Promise<unknown> {
  const reply = await call(clinic, servers[0]?.origin ?? '', words)
  if (reply?.status !== 200) throw new Error(`Not set up: ${JSON.stringify(reply)}`)
  return reply.json
}

const Added = z.object({ insertedId: z.string() })

/** A treatment without doctors that no other family books, and people who do nothing else. */
export async function openHouse(scene: Scene, place: Place): Promise<House> {
  const { clinic, servers } = scene
  const slots = halfHours.map(slotAt)
  const body = { name: treatmentName, description: '', price, slots }
  const added = await tellFirst({ scene }, ['POST', '/staff/treatments', clinic.staff, body])
  const holders = await beside(place, async (database) => {
    const { enter } = createPeople(servers[0]?.origin ?? '', database)
    const all: Person[] = []
    while (all.length < people) all.push(await enter('patient'))
    return all
  })
  const { insertedId: treatmentId } = Added.parse(added)
  return { scene, place, holders, treatmentId, doctor: clinic.doctors[0] ?? '' }
}

export function suitsOf({ day, minutes }: Round, wanted: Cell[]) {
  const [first = 0, last = first] = [wanted.at(0), wanted.at(-1)]
  const times = { fromMinute: minutes[first] ?? 0, untilMinute: (minutes[last] ?? 0) + 30 }
  return { from: day, until: day, weekdays: [0, 1, 2, 3, 4, 5, 6], phone: '', ...times }
}

export const timeOf = ({ day, minutes }: Round, cell: Cell) => ({
  date: formatDay(day),
  slot: slotAt(minutes[cell] ?? 0),
})

export const cellOf = ({ minutes }: Round, slot: string): Cell =>
  minutes.findIndex((minute) => slotAt(minute) === slot)

/** Ends what is left of the last round, and resets the hourly limit of mails. */
async function endRound({ place, treatmentId, holders }: House): Promise<void> {
  const now = new Date()
  const endedAt = now.toISOString()
  const createdAt = new Date(now.getTime() - 2 * 3_600_000).toISOString()
  const emails = holders.map(({ email }) => email)
  await beside(place, async ({ query }) => {
    const ours = query.updateTable('waits').set({ state: 'over', endedAt })
    await ours.where('treatmentId', '=', treatmentId).where('state', '=', 'waiting').execute()
    const held = query.updateTable('offers').set({ state: 'lapsed', settledAt: endedAt })
    await held.where('treatmentId', '=', treatmentId).where('state', '=', 'open').execute()
    const mails = query.updateTable('outbox').set({ createdAt })
    await mails.where('recipient', 'in', emails).execute()
  })
}

const Asked = z.object({ _id: z.string() })

/**
 * Some wait, in random order, for times that are all booked: an appointment would move, or a new one be booked.
 */
async function openWaits(house: House, round: Round): Promise<Record<string, Wait>> {
  const { scene, place, holders, treatmentId, doctor } = house
  const { dice } = scene
  const waits: Record<string, Wait> = {}
  for (const holder of dice.shuffled(holders)) {
    const [appointment = null] =
      [...round.appointments].find(([, one]) => one.holder === holder) ?? []
    const cell =
      appointment === null ? cells.length : (round.appointments.get(appointment)?.cell ?? 0)
    if (cell === 0) continue
    const first = dice.between(0, cell - 1)
    const wanted = cells.slice(first, dice.between(first, cells.length - 1) + 1)
    const body = { ...suitsOf(round, wanted), treatmentId, appointment }
    const asked = Asked.parse(await tellFirst(house, ['POST', '/waitlist', holder, body]))
    const isForOne = dice.chance(0.35)
    waits[asked._id] = {
      ...{ who: holder.email, cells: wanted, appointment, doctor: isForOne },
      ...{ state: 'waiting', unanswered: 0, offers: {} },
    }
    round.waits.set(asked._id, holder)
    if (!isForOne) continue
    // As if the doctor had done the treatment when they were requested.
    await beside(place, ({ query }) => {
      const chosen = query.updateTable('waits').set({ doctorId: doctor })
      return chosen.where('id', '=', asked._id).execute()
    })
  }
  return waits
}

/**
 * The number of weeks over which the rounds' days are distributed. With the weeks between families they end
 * before those of `closures`.
 */
const weeksAhead = 9

/** The next day, fully booked, with some requests. */
export async function openRound(
  house: House,
  number: number,
): Promise<{ round: Round; line: Line }> {
  const { scene, holders, treatmentId } = house
  const { clinic, dice } = scene
  await endRound(house)
  const weeks = 4 + (Math.floor(number / clinic.days.length) % weeksAhead)
  const first = cells.length * (Math.floor(number / (weeksAhead * clinic.days.length)) % 6)
  const day = addDays(clinic.days[number % clinic.days.length] ?? '', 7 * weeks)
  const minutes = halfHours.slice(first, first + cells.length)
  const round: Round = {
    ...{ number, day, minutes },
    ...{ appointments: new Map(), waits: new Map(), offers: new Map() },
  }
  const appointments: Record<string, Appointment> = {}
  const booked = dice.shuffled(holders)
  for (const cell of cells) {
    const holder = booked[cell]
    if (!holder) continue
    const { email: who, name: patientName } = holder
    const chosen = { treatmentId, price, patient: who, patientName, phone: '' }
    const body = { ...chosen, ...timeOf(round, cell) }
    const words = ['POST', '/staff/appointments', clinic.staff, body] as const
    const { _id: id } = StaffAppointment.parse(await tellFirst(house, [...words]))
    appointments[id] = { who, cell, revision: 0, live: true }
    round.appointments.set(id, { holder, revision: 0, cell })
  }
  const waits = await openWaits(house, round)
  const isExact = house.place.databaseUrl === undefined
  return { round, line: { isExact, appointments, waits, written: {} } }
}

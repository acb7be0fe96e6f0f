import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { formatSlot, parseSlot } from '../../contract/appointments/slot.ts'
import { addDays, type Day, formatDay, weekdayOf } from '../../contract/date.ts'
import type { DoctorSchedule } from '../../contract/doctors/schedule.ts'
import { FreeDays, Treatment } from '../../contract/treatments/treatment.ts'
import type { Appointment } from '../appointments/appointment.ts'
import { openSchedules } from '../testing/desk.ts'
import { book, openPortal, type Portal, request, signIn } from '../testing/portal.ts'
import { runsOf } from '../testing/runs.ts'
import { zones } from '../testing/zones.ts'

/** The day on which the zones' clocks change or one near it; all days are looked at from the eve. */
const eves = ['2026-03-06', '2026-03-27', '2026-10-01', '2026-10-23', '2026-10-30', '2026-06-12']

const dayOffset = fc.integer({ min: 1, max: 4 })
const minute = fc.integer({ min: 0, max: 47 }).map((half) => half * 30)
const span = fc
  .tuple(minute, fc.integer({ min: 1, max: 16 }))
  .map(([start, halves]) => ({ start, end: Math.min(1440, start + halves * 30) }))
/** One or two spans that do not overlap; they may touch. */
const hours = fc.array(span, { maxLength: 2 }).map((spans) => {
  const [a, b] = spans.toSorted((one, other) => one.start - other.start)
  return a && b && b.start < a.end ? [a] : spans
})
const indexes = (most: number) =>
  fc.uniqueArray(fc.integer({ min: 0, max: most }), { maxLength: 3 })

const doctor = fc.record({
  treatments: indexes(2),
  chairs: indexes(2),
  weeks: fc.uniqueArray(
    fc.record({
      from: fc.integer({ min: -30, max: 4 }),
      days: fc.array(hours, { minLength: 7, maxLength: 7 }),
    }),
    { maxLength: 2, selector: ({ from }) => from },
  ),
  exceptions: fc.uniqueArray(fc.record({ day: dayOffset, hours }), {
    maxLength: 2,
    selector: ({ day }) => day,
  }),
  timeOff: fc.array(fc.record({ from: dayOffset, length: fc.nat(1) }), { maxLength: 1 }),
  blocks: fc.array(fc.record({ day: dayOffset, time: span }), { maxLength: 1 }),
})
const treatment = fc.record({
  buffer: fc.constantFrom(0, 0, 10, 40),
  starts: fc.constantFrom(null, null, { length: 45, every: 30 }, { length: 20, every: 20 }),
})
const chair = fc.record({ archived: fc.boolean(), treatments: indexes(2) })
const wish = fc.record({
  treatment: fc.nat(2),
  day: dayOffset,
  /** Of what is free, or of all that there may be. */
  free: fc.boolean(),
  at: fc.nat(10_000),
  doctor: fc.option(fc.nat(2), { freq: 3 }),
})
const clinic = fc.record({
  today: fc.constantFrom(...eves),
  doctors: fc.array(doctor, { minLength: 3, maxLength: 3 }),
  chairs: fc.oneof(fc.constant([]), fc.array(chair, { minLength: 3, maxLength: 3 })),
  treatments: fc.array(treatment, { minLength: 3, maxLength: 3 }),
  wishes: fc.array(wish, { minLength: 2, maxLength: 4 }),
  /** Which doctor's schedule another's takes the place of, half way. */
  change: fc.tuple(fc.nat(2), doctor),
})
type Clinic = typeof clinic extends fc.Arbitrary<infer C> ? C : never

async function openClinic(timeZone: string) {
  const portal = await openPortal({ settings: { CLINIC_TIME_ZONE: timeZone } })
  const schedules = await openSchedules(portal)
  // The lives lie months apart.
  const expiresAt = '2100-01-01T00:00:00.000Z'
  await portal.database.query.updateTable('sessions').set({ expiresAt }).execute()
  await portal.database.query.updateTable('accessTokens').set({ expiresAt }).execute()
  const doctors: string[] = []
  const chairs: string[] = []
  for (const name of ['Ada', 'Bo', 'Cy']) {
    doctors.push(await schedules.addDoctor(name))
    chairs.push(await schedules.addChair(`Chair of ${name}`))
  }
  return { portal, schedules, doctors, chairs }
}
type Opened = Awaited<ReturnType<typeof openClinic>>

const pick = <T>(all: readonly T[], places: readonly number[]) =>
  places.flatMap((place) => all[place] ?? [])

function scheduleOf(
  { portal, doctors: _, chairs }: Opened,
  today: Day,
  doctor: Clinic['doctors'][number],
): DoctorSchedule {
  const at = (offset: number) => addDays(today, offset)
  const ids = portal.treatments.map(({ _id }) => _id)
  return {
    treatments: pick(ids, doctor.treatments),
    chairs: pick(chairs, doctor.chairs),
    weeks: doctor.weeks.map(({ from, days }) => ({ from: at(from), days })),
    exceptions: doctor.exceptions.map(({ day, hours }) => ({ day: at(day), hours })),
    timeOff: doctor.timeOff.map(({ from, length }) => ({
      from: at(from),
      to: at(from + length),
      reason: '',
    })),
    blocks: doctor.blocks.map(({ day, time }) => ({ day: at(day), time, reason: 'meeting' })),
  }
}

/** What staff have set up, as the oracle reads it. */
type Setup = {
  doctors: { id: string; schedule: DoctorSchedule }[]
  chairs: { id: string; archived: boolean; treatments: string[] }[]
  treatments: (Clinic['treatments'][number] & { id: string; listed: string[] })[]
}

async function setUp(opened: Opened, wanted: Clinic): Promise<Setup> {
  const { portal, schedules, doctors, chairs } = opened
  const { query } = portal.database
  await query.updateTable('appointments').set({ cancelledAt: '2026-01-01' }).execute()
  for (const id of doctors) await schedules.setSchedule(id, {})
  const ids = portal.treatments.map(({ _id }) => _id)
  const setup: Setup = { doctors: [], chairs: [], treatments: [] }
  for (const [place, id] of chairs.entries()) {
    const one = wanted.chairs[place] ?? { archived: true, treatments: [] }
    const own = { archived: one.archived, treatments: pick(ids, one.treatments) }
    await schedules.act('PUT', `/staff/chairs/${id}`, {
      ...{ name: `Chair ${place}`, confirmed: true },
      ...own,
    })
    setup.chairs.push({ id, ...own })
  }
  for (const [place, one] of wanted.treatments.entries()) {
    const { _id: id, name, price, slots: listed } = portal.treatments[place] as Treatment
    const body = { name, price, slots: listed, ...one, confirmed: true }
    await schedules.act('PUT', `/staff/treatments/${id}`, body)
    setup.treatments.push({ id, listed, ...one })
  }
  for (const [place, one] of wanted.doctors.entries()) {
    const id = doctors[place] ?? ''
    const schedule = scheduleOf(opened, wanted.today, one)
    await schedules.setSchedule(id, schedule)
    setup.doctors.push({ id, schedule })
  }
  return setup
}

/** Minutes from one to another. */
const minutes = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

/** Every minute of a day in which a doctor works. */
function workingMinutes(schedule: DoctorSchedule, day: Day): Set<number> {
  const exception = schedule.exceptions.find((one) => one.day === day)
  const week = schedule.weeks
    .filter(({ from }) => from <= day)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .at(-1)
  const spans = exception?.hours ?? week?.days[weekdayOf(day)] ?? []
  const works = new Set(spans.flatMap(({ start, end }) => minutes(start, end)))
  if (schedule.timeOff.some(({ from, to }) => from <= day && day <= to)) works.clear()
  for (const { time } of schedule.blocks.filter((block) => block.day === day)) {
    for (const one of minutes(time.start, time.end)) works.delete(one)
  }
  return works
}

const hasHours = ({ weeks, exceptions }: DoctorSchedule, until: Day) =>
  weeks.some(({ from, days }) => from <= until && days.some((spans) => spans.length > 0)) ||
  exceptions.some(({ day, hours }) => day <= until && hours.length > 0)

/** A day as the oracle reads it: its appointments, who works when, and which minutes are taken. */
function readDay(setup: Setup, live: readonly Appointment[], day: Day) {
  const rows = live.filter((row) => row.day === day)
  const busy = (isOwn: (row: Appointment) => boolean) =>
    new Set(rows.filter(isOwn).flatMap((row) => minutes(row.startMinute, row.busyUntilMinute ?? 0)))
  const doctors = setup.doctors.map(({ id, schedule }) => ({
    ...{ id, schedule },
    works: workingMinutes(schedule, day),
    busy: busy(({ doctorId }) => doctorId === id),
  }))
  const chairs = setup.chairs
    .filter(({ archived }) => !archived)
    .map((chair) => ({ ...chair, busy: busy(({ chairId }) => chairId === chair.id) }))
  return { day, rows, doctors, chairs }
}

/** Which doctor and chair could take a slot, minute by minute; 'slot' where no doctors decide. */
function pairsOf(
  { day, rows, doctors, chairs }: ReturnType<typeof readDay>,
  treatment: Setup['treatments'][number],
  slot: string,
): { doctor: string; chair: string | null }[] {
  const time = parseSlot(slot)
  if (!time || weekdayOf(day) === 0) return []
  const { start, end } = time
  const able = doctors.filter(({ schedule }) => schedule.treatments.includes(treatment.id))
  if (!treatment.starts && !able.some(({ schedule }) => hasHours(schedule, day))) {
    const isTaken = rows.some(
      (row) =>
        row.treatmentId === treatment.id &&
        (row.doctorId === null
          ? row.slot === slot
          : row.startMinute < end && start < row.endMinute),
    )
    return isTaken ? [] : [{ doctor: 'slot', chair: null }]
  }
  const needed = minutes(start, end + treatment.buffer)
  const isIdle = ({ busy }: { busy: Set<number> }) => needed.every((one) => !busy.has(one))
  return able.flatMap((doctor): { doctor: string; chair: string | null }[] => {
    const { id, schedule, works } = doctor
    const isThere = minutes(start, end).every((one) => works.has(one))
    if (!isThere || !isIdle(doctor)) return []
    if (chairs.length === 0) return [{ doctor: id, chair: null }]
    return chairs
      .filter((one) => one.treatments.length === 0 || one.treatments.includes(treatment.id))
      .filter((one) => schedule.chairs.length === 0 || schedule.chairs.includes(one.id))
      .filter(isIdle)
      .map((one) => ({ doctor: id, chair: one.id }))
  })
}

/** The slots of a day that anybody or one doctor could take, for each treatment. */
function freeOn(setup: Setup, live: readonly Appointment[], day: Day) {
  const read = readDay(setup, live, day)
  const slots = setup.treatments.flatMap((treatment) =>
    possibleSlots(treatment).map((slot) => ({
      ...{ treatment: treatment.id, slot },
      doctors: pairsOf(read, treatment, slot).map(({ doctor }) => doctor),
    })),
  )
  /** With '' for any doctor. */
  return (treatment: string, doctor: string) =>
    slots
      .filter((one) => one.treatment === treatment)
      .filter(({ doctors }) => (doctor === '' ? doctors.length > 0 : doctors.includes(doctor)))
      .map(({ slot }) => slot)
}

/** All slots that a treatment could ever have. */
function possibleSlots({ starts, listed }: Setup['treatments'][number]): string[] {
  if (!starts) return listed
  const { length, every } = starts
  const most = Math.floor((1440 - length) / every)
  return Array.from({ length: most + 1 }, (_, n) =>
    formatSlot({ start: n * every, end: n * every + length }),
  )
}

async function liveRows({ database }: Portal): Promise<Appointment[]> {
  return database.query
    .selectFrom('appointments')
    .selectAll()
    .where('cancelledAt', 'is', null)
    .execute()
}

async function read<T extends z.ZodMiniType>(portal: Portal, path: string, schema: T) {
  const response = await request(portal, 'GET', path)
  expect(response.status).toBe(200)
  return z.parse(schema, await response.json())
}

/** What is offered on a day is what the oracle finds free, for any patient and for each doctor. */
async function expectOffered(portal: Portal, setup: Setup, day: Day) {
  const free = freeOn(setup, await liveRows(portal), day)
  for (const doctor of ['', ...setup.doctors.map(({ id }) => id)]) {
    const query = `date=${day}${doctor && `&doctor=${doctor}`}`
    const offered = await read(portal, `/available?${query}`, z.array(Treatment))
    for (const { id } of setup.treatments) {
      const shown = offered.find(({ _id }) => _id === id)?.slots
      expect({ day, doctor, shown }).toEqual({ day, doctor, shown: free(id, doctor) })
    }
  }
}

/** A day of the month is free where a slot of it is, for any patient and for each doctor. */
async function expectMonth(portal: Portal, setup: Setup, today: Day) {
  const live = await liveRows(portal)
  const days = [1, 2, 3, 4].map((n) => addDays(today, n))
  const free = new Map(days.map((day) => [day, freeOn(setup, live, day)]))
  const months = new Set(days.map((day) => day.slice(0, 7)))
  for (const doctor of ['', ...setup.doctors.map(({ id }) => id)]) {
    const shown: FreeDays = []
    for (const month of months) {
      const query = `month=${month}${doctor && `&doctor=${doctor}`}`
      shown.push(...(await read(portal, `/available/days?${query}`, FreeDays)))
    }
    for (const { id } of setup.treatments) {
      const isFree = (day: Day) => (free.get(day)?.(id, doctor) ?? []).length > 0
      const own = shown.filter(({ _id }) => _id === id).flatMap((one) => one.days)
      const near = own.filter((day) => days.includes(day))
      expect({ doctor, near }).toEqual({ doctor, near: days.filter(isFree) })
    }
  }
}

/** Books a wish. Expects one of the pairs that the oracle finds for it, or a refusal if it finds none. */
async function tryWish(portal: Portal, setup: Setup, today: Day, wish: Clinic['wishes'][number]) {
  const treatment = setup.treatments[wish.treatment] as Setup['treatments'][number]
  const day = addDays(today, wish.day)
  const live = await liveRows(portal)
  const named = wish.doctor === null ? undefined : setup.doctors[wish.doctor]?.id
  const read = readDay(setup, live, day)
  const pairs = (slot: string) =>
    pairsOf(read, treatment, slot).filter(({ doctor }) => named === undefined || doctor === named)
  const all = possibleSlots(treatment)
  const free = all.filter((slot) => pairs(slot).length > 0)
  const from = wish.free && free.length > 0 ? free : all
  const slot = from[wish.at % from.length] ?? ''
  const response = await book(portal, await signIn(portal), {
    ...{ treatment: wish.treatment, date: formatDay(day), slot },
    ...(named !== undefined && { doctor: named }),
  })
  const able = pairs(slot)
  const answer: unknown = await response.json()
  const seen = { slot, day, able, answer, status: response.status }
  expect(seen).toEqual({ ...seen, status: able.length > 0 ? 200 : 409 })
  if (able.length === 0) return
  const known = new Set(live.map(({ id }) => id))
  const [made] = (await liveRows(portal)).filter(({ id }) => !known.has(id))
  expect(able).toContainEqual({ doctor: made?.doctorId ?? 'slot', chair: made?.chairId ?? null })
}

async function live(opened: Opened, wanted: Clinic) {
  const { portal, schedules } = opened
  const { today, wishes } = wanted
  portal.time.now = new Date(`${today}T12:00:00Z`)
  const setup = await setUp(opened, wanted)
  // Both days that the two sides of the date line may call today.
  const eve = portal.deps.clinicTime().today
  const isSeen = (day: Day) => day > eve
  for (const [place, wish] of wishes.entries()) {
    if (place === 2) {
      const [doctor, other] = wanted.change
      const schedule = scheduleOf(opened, today, other)
      const changed = setup.doctors[doctor] as Setup['doctors'][number]
      await schedules.setSchedule(changed.id, schedule)
      changed.schedule = schedule
    }
    const day = addDays(today, wish.day)
    if (!isSeen(day)) continue
    await tryWish(portal, setup, today, wish)
    await expectOffered(portal, setup, day)
  }
  if (isSeen(addDays(today, 1))) await expectMonth(portal, setup, today)
}

test('the slots offered match a naive calculation from hours, buffers and chairs', async (context) => {
  const runs = runsOf(context, 60, 8)
  const each = Math.ceil(runs / 4)
  for (const timeZone of zones.slice(0, 4)) {
    const opened = await openClinic(timeZone)
    await fc.assert(
      fc.asyncProperty(clinic, (wanted) => live(opened, wanted)),
      { numRuns: each },
    )
    await opened.portal.database.close()
  }
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day, daysBetween, weekdayOf } from '../../contract/date.ts'
import type { DoctorSchedule, TimeSpan } from '../../contract/doctors/schedule.ts'
import { startOf } from '../clock.ts'
import { replaceSchedule } from '../doctors/schedule-queries.ts'
import { noSchedule } from '../testing/desk.ts'
import { insertPatients } from '../testing/patients.ts'
import { openPortal, type Portal, today } from '../testing/portal.ts'
import { runsOf } from '../testing/runs.ts'
import { readPractice } from './read-reports.ts'

const week = { from: '2026-06-08', to: '2026-06-14' }

const minute = (least: number, most: number) =>
  fc.integer({ min: least / 30, max: most / 30 }).map((n) => n * 30)
const span = fc
  .tuple(minute(420, 1140), minute(30, 300))
  .map(([start, length]): TimeSpan => ({ start, end: Math.min(1440, start + length) }))
const apart = fc
  .array(span, { maxLength: 3 })
  .map((spans) =>
    spans.filter(
      ({ start, end }, place) =>
        !spans.slice(0, place).some((other) => start < other.end && other.start < end),
    ),
  )
const dayOf = fc.integer({ min: -2, max: 8 }).map((n) => addDays(week.from, n))

const clinic = fc.record({
  zone: fc.constantFrom('America/New_York', 'Pacific/Auckland'),
  closedWeekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 2 }),
  closures: fc.uniqueArray(dayOf, { maxLength: 1 }),
  doctors: fc.array(
    fc.record({
      weeks: fc.uniqueArray(
        fc.record({ from: dayOf, days: fc.array(apart, { minLength: 7, maxLength: 7 }) }),
        { selector: ({ from }) => from, maxLength: 2 },
      ),
      exceptions: fc.uniqueArray(fc.record({ day: dayOf, hours: apart }), {
        ...{ selector: ({ day }: { day: Day }) => day, maxLength: 2 },
      }),
      off: fc.option(dayOf, { nil: undefined }),
      blocks: apart,
      anyChair: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  chairs: fc.integer({ min: 0, max: 2 }),
  appointments: fc.array(
    fc.record({
      day: dayOf,
      time: span,
      /** A place in the lists, past them for none. */
      doctor: fc.nat(3),
      chair: fc.nat(2),
      treatment: fc.nat(1),
      noShow: fc.boolean(),
      /** Hours before its begin. */
      cancelled: fc.option(fc.integer({ min: -4, max: 60 }), { nil: undefined }),
      /** A day on which the desk took money. */
      paid: fc.option(dayOf, { nil: undefined }),
    }),
    { maxLength: 25 },
  ),
})
type Clinic = typeof clinic extends fc.Arbitrary<infer Value> ? Value : never
type Wanted = Clinic['appointments'][number]

function scheduleOf(one: Clinic['doctors'][number], place: number, treatments: string[]) {
  return {
    ...noSchedule,
    treatments,
    chairs: one.anyChair ? [] : [`chair${place % 2}`],
    weeks: one.weeks,
    exceptions: one.exceptions,
    timeOff: one.off === undefined ? [] : [{ from: one.off, to: one.off, reason: '' }],
    blocks: one.blocks.map((time) => ({ day: addDays(week.from, 2), time, reason: '' })),
  }
}

/** Puts the clinic into the database as it is; an appointment whose doctor or chair is busy is left out. */
async function store(portal: Portal, drawn: Clinic): Promise<Wanted[]> {
  const { query } = portal.database
  for (const table of ['doctorDays', 'doctorWeeks', 'doctorTimeOff', 'doctorBlocks'] as const) {
    await query.deleteFrom(table).execute()
  }
  for (const table of ['confirmationsDue', 'deskPayments', 'appointments'] as const) {
    await query.deleteFrom(table).execute()
  }
  for (const table of ['doctorTreatments', 'doctorChairs'] as const) {
    await query.deleteFrom(table).execute()
  }
  for (const table of ['closures', 'closedWeekdays', 'chairs', 'doctors'] as const) {
    await query.deleteFrom(table).execute()
  }
  const treatments = portal.treatments.slice(0, 2).map(({ _id }) => _id)
  for (const weekday of drawn.closedWeekdays)
    await query.insertInto('closedWeekdays').values({ weekday }).execute()
  for (const day of drawn.closures)
    await query.insertInto('closures').values({ day, reason: 'Closed' }).execute()
  for (let position = 0; position < drawn.chairs; position += 1) {
    const chair = { id: `chair${position}`, name: `Chair ${position}`, position }
    await query
      .insertInto('chairs')
      .values({ ...chair, archivedAt: null })
      .execute()
  }
  for (const [place, one] of drawn.doctors.entries()) {
    const id = `doctor${place}`
    const person = { id, name: id, email: `${id}@clinic.example`, specialty: '', photo: '' }
    await query
      .insertInto('doctors')
      .values({ ...person, createdAt: '2026-01-01T00:00:00.000Z' })
      .execute()
    const schedule: DoctorSchedule = scheduleOf(one, place, treatments)
    const chairs = schedule.chairs.filter((chair) => Number(chair.slice(5)) < drawn.chairs)
    await replaceSchedule(query, id, { ...schedule, chairs })
  }
  const stored: Wanted[] = []
  for (const wanted of drawn.appointments) {
    if (stored.some((other) => collide(drawn, wanted, other))) continue
    await insertOne(portal, drawn, wanted, stored.length)
    stored.push(wanted)
  }
  return stored
}

const hasDoctor = ({ doctors }: Clinic, { doctor }: Wanted) => doctor < doctors.length
const hasChair = (drawn: Clinic, one: Wanted) => hasDoctor(drawn, one) && one.chair < drawn.chairs

/** The rules of the database: one live appointment of a doctor, a chair, or a treatment without doctors at a time. */
function collide(drawn: Clinic, one: Wanted, other: Wanted): boolean {
  if (one.cancelled !== undefined || other.cancelled !== undefined) return false
  if (one.day !== other.day) return false
  if (one.time.start >= other.time.end || other.time.start >= one.time.end) return false
  const both = (has: typeof hasDoctor) => has(drawn, one) && has(drawn, other)
  if (both(hasDoctor) && one.doctor === other.doctor) return true
  if (both(hasChair) && one.chair === other.chair) return true
  return one.treatment === other.treatment
}

async function insertOne(portal: Portal, drawn: Clinic, wanted: Wanted, place: number) {
  const { query } = portal.database
  const { day, time, cancelled, noShow, paid } = wanted
  const begin = startOf(day, time.start, drawn.zone)
  const at = (instant: number) => new Date(instant).toISOString()
  const doctorId = hasDoctor(drawn, wanted) ? `doctor${wanted.doctor}` : null
  await query
    .insertInto('appointments')
    .values({
      ...{ id: `a${place}`, treatmentId: portal.treatments[wanted.treatment]?._id ?? '' },
      ...{ treatment: 'Treatment', priceCents: 1000 + place, day, slot: `slot ${place}` },
      ...{ startMinute: time.start, endMinute: time.end, patient: `p${place}@patients.example` },
      ...{ patientName: 'Pat', phone: '', patientId: `p${place}`, createdAt: at(begin - 1e9) },
      cancelledAt: cancelled === undefined ? null : at(begin - cancelled * 3_600_000),
      ...(noShow && cancelled === undefined && { status: 'no_show' as const, noShowAt: at(begin) }),
      ...{ doctorId, doctorName: doctorId, busyUntilMinute: doctorId === null ? null : time.end },
      chairId: hasChair(drawn, wanted) ? `chair${wanted.chair}` : null,
      ...{ paidAt: null, paidBy: null, transactionId: null, bookedBy: null },
    })
    .execute()
  if (paid === undefined) return
  const takenAt = at(startOf(paid, 700, drawn.zone))
  const payment = { id: `tx${place}`, appointmentId: `a${place}`, amountCents: 1000 + place }
  await query
    .insertInto('deskPayments')
    .values({ ...payment, method: 'cash', takenAt })
    .execute()
}

/** Minute by minute, without a thought for speed. */
function naive(drawn: Clinic) {
  const days = Array.from({ length: daysBetween(week.from, week.to) + 1 }, (_, n) =>
    addDays(week.from, n),
  )
  const works = (place: number, day: Day, at: number): boolean => {
    const one = drawn.doctors[place]
    if (!one || one.off === day) return false
    if (drawn.closures.includes(day) || drawn.closedWeekdays.includes(weekdayOf(day))) return false
    const within = ({ start, end }: TimeSpan) => start <= at && at < end
    if (day === addDays(week.from, 2) && one.blocks.some(within)) return false
    const own = one.exceptions.find((exception) => exception.day === day)
    const last = one.weeks
      .filter(({ from }) => from <= day)
      .sort((a, b) => (a.from < b.from ? 1 : -1))
    return (own?.hours ?? last[0]?.days[weekdayOf(day)] ?? []).some(within)
  }
  const count = (isIn: (day: Day, at: number) => boolean) =>
    days.reduce((sum, day) => {
      let minutes = 0
      for (let at = 0; at < 1440; at += 1) if (isIn(day, at)) minutes += 1
      return sum + minutes
    }, 0)
  const covers = (one: Wanted, day: Day, at: number) =>
    one.day === day && one.time.start <= at && at < one.time.end
  const isLate = ({ cancelled }: Wanted) => cancelled !== undefined && cancelled <= 24
  const sumOf = (rows: readonly Wanted[], offers: (day: Day, at: number) => boolean) => {
    const live = rows.filter(({ cancelled }) => cancelled === undefined)
    const sum = (some: readonly Wanted[]) =>
      some.reduce((all, one) => all + count((day, at) => covers(one, day, at)), 0)
    return {
      appointments: live.filter(({ day }) => days.includes(day)).length,
      offered: count(offers),
      booked: sum(live),
      missed: sum(live.filter(({ noShow }) => noShow)),
    }
  }
  const placeOf = (one: Wanted) =>
    hasDoctor(drawn, one) ? `doctor ${one.doctor}` : `treatment ${one.treatment}`
  /** Minutes that were given up late and not booked again, once for each place where they lay. */
  const lateOf = (rows: readonly Wanted[]) =>
    [...Map.groupBy(rows, placeOf).values()].reduce(
      (sum, some) =>
        sum +
        count(
          (day, at) =>
            some.some((one) => isLate(one) && covers(one, day, at)) &&
            !some.some((one) => one.cancelled === undefined && covers(one, day, at)),
        ),
      0,
    )
  return { works, sumOf, lateOf, days }
}

test('the practice report matches a naive count for any hours, blocks and bookings', async (context) => {
  const portal = await openPortal()
  await insertPatients(portal.database.query, ...Array.from({ length: 25 }, (_, n) => `p${n}`))
  await fc.assert(
    fc.asyncProperty(clinic, async (drawn) => {
      const stored = await store(portal, drawn)
      const range = { ...week, timeZone: drawn.zone, testMode: true }
      const report = await readPractice(portal.database.query, today, range)
      const { works, sumOf, lateOf, days } = naive(drawn)
      for (let place = 0; place <= drawn.doctors.length; place += 1) {
        const isNobody = place === drawn.doctors.length
        const rows = stored.filter((one) =>
          isNobody ? !hasDoctor(drawn, one) : hasDoctor(drawn, one) && one.doctor === place,
        )
        const collected = stored.reduce(
          (sum, one, at) =>
            rows.includes(one) && one.paid && days.includes(one.paid) ? sum + 1000 + at : sum,
          0,
        )
        const expected = {
          ...sumOf(rows, (day, at) => works(place, day, at)),
          ...{ cancelledLate: lateOf(rows), collected: collected / 100, returned: 0 },
        }
        const id = isNobody ? null : `doctor${place}`
        expect(usedBy(report.doctors, id, expected)).toEqual(expected)
      }
      for (let place = 0; place < drawn.chairs; place += 1) {
        const rows = stored.filter((one) => hasChair(drawn, one) && one.chair === place)
        const users = drawn.doctors.flatMap(({ anyChair }, doctor) => {
          const isOwn = anyChair || doctor % 2 === place
          // Whose own chair is not there works in any.
          return isOwn || doctor % 2 >= drawn.chairs ? doctor : []
        })
        const offers = (day: Day, at: number) => users.some((doctor) => works(doctor, day, at))
        const expected = { ...sumOf(rows, offers), cancelledLate: lateOf(rows) }
        expect(usedBy(report.chairs, `chair${place}`, expected)).toEqual(expected)
      }
    }),
    { numRuns: runsOf(context, 60, 8) },
  )
})

/** The numbers of one row; of one that is left out, zeros. */
function usedBy(
  rows: readonly { _id: string | null; name: string | null }[],
  id: string | null,
  like: object,
) {
  const { _id, name, ...numbers } = rows.find((row) => row._id === id) ?? {
    ...{ _id: id, name: null },
    ...Object.fromEntries(Object.keys(like).map((key) => [key, 0])),
  }
  return numbers
}

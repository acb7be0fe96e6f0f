import { sql } from 'kysely'
import { messageEndpoints } from '../../contract/contact/endpoints.ts'
import { addDays } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { readClinicTime, startOf } from '../../server/clock.ts'
import type { Database } from '../../server/db/database.ts'
import { createDice } from './dice.ts'
import { type Clinic, enterClinic, enterPatient, insertClinic } from './enter-clinic.ts'
import { makePatients } from './people.ts'
import { planVisits } from './plan.ts'
import { addAccount, type DemoConfig, endSessions, insertPassword, openPortal } from './portal.ts'
import { enterDetails, type Story, tellVisit } from './visits.ts'
import { tellWaitlist } from './waitlist.ts'
import { messages } from './words.ts'

type Filling = {
  config: DemoConfig
  database: Database
  now: Date
  /** Days before and after today with appointments. */
  back: number
  ahead: number
  patients: number
  /** For the two accounts whose sign-in is printed. */
  passwords: { staff: string; patient: string }
  seed?: number
}

const hourMs = 3_600_000
/** Hours of the demo between two runs of the mail and the waitlist. */
const tickHours = 6
/** Days in which patients are entered before the first appointment. */
const settlingDays = 30

/**
 * Fills an empty, migrated database with a clinic of three dentists, one hygienist and four chairs, and the
 * weeks around now. It makes the portal's own calls, in chronological order, so that every rule holds. The same
 * seed and day make the same clinic.
 */
export async function fillClinic(filling: Filling) {
  const { config, database, now, back, ahead } = filling
  const dice = createDice(filling.seed ?? 20_261_122)
  const { today } = readClinicTime(now, config.clinicTimeZone)
  const from = addDays(today, -back)
  const start = new Date(startOf(addDays(from, -settlingDays), 8 * 60, config.clinicTimeZone))
  await insertClinic(database.query)
  const portal = openPortal({ config, database, start })
  const desk = await addAccount(portal, {
    ...{ email: 'rosa.delgado@harborstreet.example', name: 'Rosa Delgado', role: 'admin' },
    password: filling.passwords.staff,
  })
  const clinic = await enterClinic(portal, desk, { today, from })
  const patients = makePatients(dice, filling.patients, today)

  const timeline = createTimeline()
  const { schedule } = timeline
  const counts = { booked: 0, refused: 0, reviews: 0 }
  const story: Story = { clinic, dice, until: now.getTime(), schedule, counts, written: new Set() }
  for (const patient of patients) await enterPatient(clinic, patient)
  for (const patient of patients)
    if (patient.account || patient.holder) await enterDetails(clinic, patient)
  for (const visit of planVisits(dice, patients, { today, back, ahead })) tellVisit(story, visit)
  for (const message of messages) writeMessage(story, message)
  tellWaitlist(story, today)
  for (let at = start.getTime(); at < now.getTime(); at += tickHours * hourMs) {
    schedule(at, portal.tick)
  }
  await timeline.run(now.getTime(), (at) => {
    portal.time.now = new Date(at)
  })
  portal.time.now = now
  await portal.tick()
  const shown = await setPassword(clinic, filling.passwords.patient)
  await endSessions(database)
  return { ...counts, patients: patients.length, staff: desk.email, patient: shown }
}

/** Sets a password for the patient with the most data: a family, past and future visits. */
async function setPassword({ portal }: Clinic, password: string): Promise<string> {
  const { database, passwords, clock } = portal.deps
  const { today } = portal.deps.clinicTime()
  const { id, email } = await database.query
    .selectFrom('users as u')
    .innerJoin('patients as p', 'p.accountId', 'u.id')
    .innerJoin('appointments as a', 'a.patientId', 'p.id')
    .where('u.role', '=', 'patient')
    .groupBy(['u.id', 'u.email'])
    .select(['u.id', 'u.email'])
    .orderBy(
      ({ fn }) => sql`case when ${fn.count('p.id').distinct()} > 1 then 1 else 0 end`,
      'desc',
    )
    .orderBy(
      sql`sum(case when "a"."day" > ${today} and "a"."cancelledAt" is null then 1 else 0 end)`,
      'desc',
    )
    .orderBy('u.email')
    .executeTakeFirstOrThrow()
  await insertPassword(
    database.query,
    { userId: id, hash: await passwords.hash(password) },
    clock(),
  )
  return email
}

/** A queue of events in chronological order; an event may add more. */
function createTimeline() {
  const events: { at: number; act: () => Promise<void> }[] = []
  return {
    schedule(at: number, act: () => Promise<void>): void {
      let [low, high] = [0, events.length]
      while (low < high) {
        const middle = (low + high) >> 1
        // The next event is the last of the list.
        if ((events[middle]?.at ?? 0) > at) low = middle + 1
        else high = middle
      }
      events.splice(low, 0, { at, act })
    },
    async run(until: number, setTime: (at: number) => void): Promise<void> {
      for (let next = events.pop(); next && next.at <= until; next = events.pop()) {
        setTime(next.at)
        await next.act()
      }
    },
  }
}

function writeMessage(
  { clinic, until, schedule }: Story,
  written: (typeof messages)[number],
): void {
  const { daysAgo, from: email, subject, message, state } = written
  const at = until - daysAgo * 24 * hourMs - 40 * 60_000
  schedule(at, () =>
    clinic.portal
      .call(endpoints.sendContactMessage, { body: { email, subject, message } })
      .then(() => {}),
  )
  if (state === 'new') return
  schedule(at + 5 * hourMs, async () => {
    const { portal, desk } = clinic
    const { rows } = await portal.call(messageEndpoints.listMessages, { query: {} }, desk)
    const id = rows.find((row) => row.subject === subject)?._id
    if (id === undefined) return
    await portal.call(messageEndpoints.markMessage, { params: { id }, body: { state } }, desk)
  })
}

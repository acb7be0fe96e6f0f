import { parseSlot } from '../../contract/appointments/slot.ts'
import { addDays, type Day } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { scheduleEndpoints } from '../../contract/schedule/endpoints.ts'
import { waitlistEndpoints } from '../../contract/waitlist/waitlist.ts'
import type { Clinic } from './enter-clinic.ts'
import type { Story } from './visits.ts'

const requests = 9
const hourMs = 3_600_000
const everyWeekday = [0, 1, 2, 3, 4, 5, 6]

type Standing = Awaited<ReturnType<typeof listStanding>>[number]

/**
 * Some patients with an appointment in more than a week ask for a time on the next days that another patient
 * has; one of those others then cancels, and the slot is held for the patient who asked.
 */
export function tellWaitlist({ clinic, dice, until, schedule }: Story, today: Day): void {
  const given = new Set<string>()
  for (let place = 0; place < requests; place += 1) {
    const at = until - hourMs * (2 + place * 5) - dice.between(0, 50) * 60_000
    schedule(at, async () => {
      const wanted = await askForEarlier(clinic, today, given)
      if (wanted && place === 0) schedule(until - 25 * 60_000, () => free(clinic, wanted))
    })
  }
}

/** Returns the appointment whose time was requested. */
async function askForEarlier(clinic: Clinic, today: Day, given: Set<string>) {
  const soon = await listStanding(clinic, addDays(today, 1), addDays(today, 4))
  const later = await listStanding(clinic, addDays(today, 7), addDays(today, 30))
  for (const own of later) {
    const wanted = soon.find(
      ({ id, treatmentId, patientId }) =>
        treatmentId === own.treatmentId && patientId !== own.patientId && !given.has(id),
    )
    if (!wanted || given.has(own.id)) continue
    const window = await fullWindow(clinic, wanted)
    if (!window || !(await ask(clinic, own, { ...wanted, ...window }))) continue
    given.add(wanted.id).add(own.id)
    return wanted.id
  }
  return undefined
}

/** Live appointments of accounts within a range of days. */
async function listStanding({ portal }: Clinic, from: Day, to: Day) {
  return portal.deps.database.query
    .selectFrom('appointments as a')
    .innerJoin('users as u', 'u.id', 'a.bookedBy')
    .where('a.day', '>=', from)
    .where('a.day', '<=', to)
    .where('a.cancelledAt', 'is', null)
    .select(['a.id', 'a.day', 'a.startMinute', 'a.endMinute', 'a.treatmentId', 'a.patientId'])
    .select(['u.id as userId', 'u.email', 'u.name', 'u.phone'])
    .orderBy('a.day')
    .orderBy('a.startMinute')
    .orderBy('a.doctorId')
    .execute()
}

/**
 * A range of hours around an appointment in which its treatment is full, else its own time; `null` where that
 * is free.
 */
async function fullWindow({ portal }: Clinic, { day, treatmentId, ...time }: Standing) {
  const offered = await portal.call(endpoints.listAvailable, { query: { date: day } })
  const { slots = [] } = offered.find(({ _id }) => _id === treatmentId) ?? {}
  const isFull = ({ startMinute, endMinute }: Window) =>
    slots.every((slot) => {
      const read = parseSlot(slot)
      return !read || read.start < startMinute || read.end > endMinute
    })
  const start = Math.floor(time.startMinute / 60) * 60
  const end = Math.ceil(time.endMinute / 60) * 60
  const windows = [60, 0].map((more) => ({ startMinute: start - more, endMinute: end + more }))
  return [...windows, time].find(isFull) ?? null
}

type Window = Pick<Standing, 'startMinute' | 'endMinute'>

async function ask(clinic: Clinic, own: Standing, wanted: Standing): Promise<boolean> {
  const person = clinic.accounts.find(({ id }) => id === own.userId)
  if (!person) return false
  const suits = {
    ...{ from: wanted.day, until: wanted.day, weekdays: everyWeekday },
    ...{ fromMinute: wanted.startMinute, untilMinute: wanted.endMinute, phone: own.phone },
  }
  const body = { ...suits, appointment: own.id, treatmentId: own.treatmentId }
  return (await clinic.portal.attempt(waitlistEndpoints.requestEarlier, { body }, person)) !== null
}

async function free({ portal, desk }: Clinic, id: string): Promise<void> {
  const params = { id }
  const { appointment } = await portal.call(
    scheduleEndpoints.readStaffAppointment,
    { params },
    desk,
  )
  if (appointment.status === 'cancelled') return
  const { revision } = appointment
  const body = { revision, reason: 'Called: has to travel.', refund: true }
  await portal.call(scheduleEndpoints.cancelAppointment, { params, body }, desk)
}

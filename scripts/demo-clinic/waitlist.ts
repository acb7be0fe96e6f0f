import { formatSlot } from '../../contract/appointments/slot.ts'
import { addDays, type Day } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import { waitlistEndpoints } from '../../contract/waitlist/endpoints.ts'
import type { Clinic } from './enter-clinic.ts'
import type { Story } from './visits.ts'

const mostRequests = 9
const everyWeekday = [0, 1, 2, 3, 4, 5, 6]

type Standing = Awaited<ReturnType<typeof listStanding>>[number]

/**
 * Some who come in more than a week would rather come at a time of these days that others have; one of
 * those others then cancels, and what frees is held for who asked.
 */
export async function askForEarlier(story: Story, today: Day): Promise<void> {
  const { clinic, until, schedule } = story
  const soon = await listStanding(clinic, addDays(today, 1), addDays(today, 4))
  const later = await listStanding(clinic, addDays(today, 7), addDays(today, 30))
  const given = new Set<string>()
  for (const appointment of story.dice.shuffled(later)) {
    if (given.size >= mostRequests) return
    const wanted = soon.find(
      ({ id, treatmentId, patientId }) =>
        treatmentId === appointment.treatmentId &&
        patientId !== appointment.patientId &&
        !given.has(id),
    )
    if (!wanted || (await isFree(clinic, wanted))) continue
    if (!(await ask(clinic, appointment, wanted))) continue
    given.add(wanted.id)
    if (given.size > 1) continue
    schedule(until - 25 * 60_000, () => free(clinic, wanted.id))
  }
}

/** Appointments of accounts that stand on a range of days. */
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

async function isFree({ portal }: Clinic, { day, treatmentId, ...time }: Standing) {
  const offered = await portal.call(endpoints.listAvailable, { query: { date: day } })
  const slot = formatSlot({ start: time.startMinute, end: time.endMinute })
  return offered.some(({ _id, slots }) => _id === treatmentId && slots.includes(slot))
}

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
  const { appointment } = await portal.call(dayEndpoints.readStaffAppointment, { params }, desk)
  if (appointment.status === 'cancelled') return
  const { revision } = appointment
  const body = { revision, reason: 'Called: has to travel.', refund: true }
  await portal.call(dayEndpoints.cancelAppointment, { params, body }, desk)
}

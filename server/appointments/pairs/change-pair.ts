import { weekdayOf } from '../../../contract/date.ts'
import type { AppointmentEvent } from '../../../contract/events.ts'
import type { PassableRule } from '../../../contract/schedule/staff-appointment.ts'
import type { Queries } from '../../db/database.ts'
import type { BookingParts } from '../../deps.ts'
import type { Sender } from '../../notifications/notification.ts'
import { followChange } from '../../waitlist/follow-change.ts'
import { withdrawOffers } from '../../waitlist/withdraw-offers.ts'
import {
  type AnyRefusal,
  type Appointment,
  type ChangeInput,
  type ChangeOutcome,
  refused,
} from '../appointment.ts'
import { refuseLate, unchanged } from '../change-appointment.ts'
import { noteEvent } from '../history.ts'
import { notifyPatient, writeRescheduledMail } from '../mails.ts'
import { storeChange } from '../store-appointment.ts'
import { explainPair, findPairFor } from './wanted-pair.ts'

export type PairInput = ChangeInput & {
  /** The id of a doctor; without it the same one if free, else another. */
  doctor?: string | undefined
  /** The same of a chair. */
  chair?: string | undefined
  /** Rules that it passes over. */
  despite?: readonly PassableRule[] | undefined
}

/** Takes back what a transaction has done of a change that cannot be made. */
export class NotMoved extends Error {
  readonly reason: AnyRefusal

  constructor(reason: AnyRefusal) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Gives an appointment another doctor or chair at its own time, which may have begun; its status stays. The
 * hours of its current doctor do not count. The patient is notified of another doctor, not of another chair.
 */
export async function changePair(
  query: Queries,
  parts: BookingParts,
  input: PairInput,
  before: Appointment,
): Promise<ChangeOutcome> {
  const { id, actor, despite = [] } = input
  const wanted = pairAtItsTime(before, input)
  const { doctor, chair = before.chairId } = wanted
  if (doctor === (before.doctorId ?? '') && chair === before.chairId) return unchanged(before)
  if (before.status === 'completed') return refused('visit_completed')

  if (despite.includes('hold')) await withdrawOffers(query, parts, wanted)
  const pair = await findPairFor(query, wanted, wanted)
  if (!pair) throw new NotMoved((await explainPair(query, wanted)) ?? 'doctor_unavailable')
  const after = await storeChange(query, input, pair)
  if (!after) throw new NotMoved((await refuseLate(query, id)).reason)
  const now = parts.clock()
  const event = { appointmentId: id, at: now.toISOString(), actor: actor.email }
  await noteEvent(query, { ...event, ...(await pairEvent(query, before, after)) })
  if (before.doctorId !== after.doctorId) {
    const mail = (sender: Sender) => writeRescheduledMail(sender, { before, after })
    await notifyPatient(query, parts.config, after, mail, now)
  }
  const days = await followChange(query, parts, before, after)
  return { ok: true, appointment: after, refunds: [], days: [after.day, ...days] }
}

/** Who and what staff want instead, at the time of the appointment: nothing named stays as it is. */
export function pairAtItsTime(
  { id, day, slot, treatmentId, doctorId }: Appointment,
  { doctor, chair, despite = [] }: Pick<PairInput, 'doctor' | 'chair' | 'despite'>,
) {
  const wanted = doctor || (doctorId ?? '')
  const isPassed = despite.includes('closed') || despite.includes('slots')
  return {
    ...{ day, weekday: weekdayOf(day), slot, treatmentId, except: id, despite },
    ...{ doctor: wanted, chair, anyHours: wanted === doctorId || isPassed },
  }
}

/** For the history: the names of what is another one. */
async function pairEvent(
  query: Queries,
  before: Appointment,
  after: Appointment,
): Promise<AppointmentEvent<'moved'>> {
  const isOtherChair = before.chairId !== after.chairId
  const chairs = isOtherChair
    ? await query.selectFrom('chairs').select(['id', 'name']).execute()
    : []
  const partsOf = ({ day, slot, doctorId, doctorName, chairId }: Appointment) => {
    const isOther = before.doctorId !== doctorId || after.doctorId !== doctorId
    const chair = chairs.find(({ id }) => id === chairId)?.name
    return {
      ...{ day, slot },
      ...(isOther && doctorName !== null && { doctor: doctorName }),
      ...(chair !== undefined && { chair }),
    }
  }
  return { kind: 'moved', data: { from: partsOf(before), to: partsOf(after) } }
}

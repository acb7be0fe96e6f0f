import type { BookingRefusal } from '../../contract/errors.ts'
import type { Relation } from '../../contract/patients/dependent.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import type { BookingParts } from '../deps.ts'
import type { Sender } from '../notifications/notification.ts'
import { findOrAddMember, isMemberRace } from '../patients/members.ts'
import type { Actor, Appointment, NewAppointment } from './appointment.ts'
import { noteEvent } from './history.ts'
import { insertAppointment } from './store-appointment.ts'
import { tellPatient } from './tell-patient.ts'
import { writeBookedMail } from './write-booked-mail.ts'

/** Takes back what a transaction has done of a booking that cannot be made; says why where it knows. */
export class NotBooked extends Error {
  readonly reason: BookingRefusal | null

  constructor(reason: BookingRefusal | null) {
    super(reason ?? 'nothing to insert')
    this.reason = reason
  }
}

/**
 * Stores a booking by staff with its line in the history and its mail, in one transaction. With a
 * relation it is for somebody of the account's family, who joins its list where they are not in it.
 */
export async function storeStaffBooking(
  { config, database, clock }: BookingParts,
  params: NewAppointment,
  { actor, relation }: { actor: Actor; relation: Relation | null | undefined },
): Promise<Appointment> {
  const now = clock()
  const { patient, patientName: name } = params
  const store = () =>
    database.query.transaction().execute(async (transaction) => {
      const member =
        relation && (await findOrAddMember(transaction, patient, { name, relation, now }))
      if (typeof member === 'string') throw new NotBooked(member)
      const appointment = await insertAppointment(transaction, { ...params, ...member })
      if (!appointment) throw new NotBooked(null)
      const { id: appointmentId, createdAt: at, slot: detail } = appointment
      await noteEvent(transaction, {
        appointmentId,
        at,
        actor: actor.email,
        kind: 'booked',
        detail,
      })
      const write = (sender: Sender) => writeBookedMail(sender, appointment)
      await tellPatient(transaction, config, appointment, write, now)
      return appointment
    })
  return retryDeadlock(store, isMemberRace)
}

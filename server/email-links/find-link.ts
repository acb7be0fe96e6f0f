import { type LinkRefusal, linkRefusals } from '../../contract/email-links/refusals.ts'
import type { Appointment } from '../appointments/appointment.ts'
import { findById } from '../appointments/find-appointment.ts'
import type { Deps } from '../deps.ts'
import { Failure, refuse } from '../http/errors.ts'
import { beginOf } from '../reminders/find-due.ts'
import { isSigned, isUnsubscribe, type LinkPurpose, readToken } from './issue-link.ts'

type FindParts = Pick<Deps, 'config' | 'database' | 'clock'>

/** What a link is good for now. */
export type FoundLink =
  | { purpose: LinkPurpose; appointment: Appointment }
  | { purpose: 'unsubscribe'; email: string }

/**
 * What a token is for, if we have signed it for what it names as that is now: a move, a cancelling or
 * the begin has ended it.
 */
export async function findLink(parts: FindParts, token: string): Promise<FoundLink | Failure> {
  const { config, database, clock } = parts
  const named = readToken(token)
  if (!named) return refuseLink('link_void')
  if (named.purpose === 'unsubscribe') {
    return isUnsubscribe(config.authSecret, named) ? named : refuseLink('link_void')
  }
  const appointment = await findById(database.query, named.appointmentId)
  if (!appointment || !isSigned(config.authSecret, named, appointment)) {
    return refuseLink('link_void')
  }
  if (appointment.cancelledAt !== null) return refuseLink('appointment_cancelled')
  if (beginOf(appointment, config.clinicTimeZone) <= clock().getTime()) {
    return refuseLink('appointment_begun')
  }
  return { purpose: named.purpose, appointment }
}

/** The same for a call that does one thing: a token for another is as good as none. */
export async function findAppointment(
  parts: FindParts,
  token: string,
  purpose: LinkPurpose,
): Promise<Appointment | Failure> {
  const found = await findLink(parts, token)
  if (found instanceof Failure) return found
  return found.purpose === purpose ? found.appointment : refuseLink('link_void')
}

/** 410: it was something, and it is no more. */
export function refuseLink(code: LinkRefusal): Failure {
  return refuse(linkRefusals, code, 410)
}

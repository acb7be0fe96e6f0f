import type { LinkRefusal } from '../../contract/email-links/refusals.ts'
import { type Appointment, type Refused, refused } from '../appointments/appointment.ts'
import { findById } from '../appointments/find-appointment.ts'
import type { Deps } from '../deps.ts'
import { beginOf } from '../reminders/find-due.ts'
import { isSigned, type LinkPurpose, readToken, readUnsubscribe } from './issue-link.ts'

type FindParts = Pick<Deps, 'config' | 'database' | 'clock'>

/** What a link is good for now. */
export type FoundLink =
  | { purpose: LinkPurpose; appointment: Appointment }
  | { purpose: 'unsubscribe'; email: string }

/**
 * What a token is for, if we have signed it for what it names as that is now: a move, a cancelling or
 * the begin has ended it.
 */
export async function findLink(
  parts: FindParts,
  token: string,
): Promise<{ ok: true; link: FoundLink } | Refused<LinkRefusal>> {
  const { config, database, clock } = parts
  const email = readUnsubscribe(config, token)
  if (email !== null) return { ok: true, link: { purpose: 'unsubscribe', email } }
  const named = readToken(token)
  if (!named) return refused('link_void')
  const appointment = await findById(database.query, named.appointmentId)
  if (!appointment || !isSigned(config, named, appointment)) {
    return refused('link_void')
  }
  if (appointment.cancelledAt !== null) return refused('appointment_cancelled')
  if (beginOf(appointment, config.clinicTimeZone) <= clock().getTime()) {
    return refused('appointment_begun')
  }
  return { ok: true, link: { purpose: named.purpose, appointment } }
}

/** The same for a call that does one thing: a token for another is as good as none. */
export async function findAppointment(
  parts: FindParts,
  token: string,
  purpose: LinkPurpose,
): Promise<{ ok: true; appointment: Appointment } | Refused<LinkRefusal>> {
  const found = await findLink(parts, token)
  if (!found.ok) return found
  const { link } = found
  return link.purpose === purpose
    ? { ok: true, appointment: link.appointment }
    : refused('link_void')
}

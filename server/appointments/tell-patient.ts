import { composeInvitation, readDesk } from '../calendar/compose-entry.ts'
import type { CalendarConfig } from '../calendar/entry.ts'
import type { Queries } from '../db/database.ts'
import { readLanguage } from '../language/account-language.ts'
import type { WriteMail } from '../notifications/notification.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import type { Appointment } from './appointment.ts'
import { isGuest } from './search-keys.ts'

/**
 * Queues a mail about an appointment as it is now to its patient, with the entry that makes their
 * calendar follow; not to a guest, who has no address. It is sent while the appointment is as it says.
 */
export async function tellPatient(
  query: Queries,
  config: CalendarConfig,
  appointment: Appointment,
  write: WriteMail,
  now: Date,
): Promise<void> {
  const { patient: recipient } = appointment
  if (isGuest(recipient)) return
  const desk = await readDesk(query, config)
  const language = await readLanguage(query, recipient)
  const calendar = composeInvitation(desk, appointment, { now, language })
  const sender = { clinicName: desk.name, language }
  const onlyWhile = appointment.cancelledAt === null ? 'standing' : 'cancelled'
  await queueMail(query, { ...write(sender), recipient, calendar, appointment, onlyWhile }, now)
}

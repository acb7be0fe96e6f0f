import { readClinicName } from '../clinic/queries.ts'
import type { Queries } from '../db/database.ts'
import { type Mail, queueMail } from '../notices/queue-mail.ts'
import type { Appointment } from './book-appointment.ts'
import { isGuest } from './make-guest-key.ts'

/** Writes a mail in the clinic's name, which its profile may change. */
export type WriteMail = (clinicName: string) => Omit<Mail, 'recipient'>

/** Queues a mail about an appointment to its patient, unless they are a guest without an address. */
export async function tellPatient(
  query: Queries,
  { patient }: Appointment,
  write: WriteMail,
  now: Date,
): Promise<void> {
  if (isGuest(patient)) return
  const mail = write(await readClinicName(query))
  await queueMail(query, { ...mail, recipient: patient }, now)
}

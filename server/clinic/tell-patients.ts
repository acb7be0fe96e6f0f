import { isGuest } from '../appointments/make-guest-key.ts'
import type { Queries } from '../db/database.ts'
import { readLanguage } from '../notices/queries.ts'
import { queueMail } from '../notices/queue-mail.ts'
import { type OnDay, readClinic } from './queries.ts'
import { writeClosedMail } from './write-closed-mail.ts'

/**
 * Puts one mail for each patient into the outbox, in the caller's transaction; those booked without
 * an e-mail get none. Answers how many were told.
 */
export async function tellPatients(
  query: Queries,
  appointments: readonly OnDay[],
  { reason, now, publicUrl }: { reason?: string; now: Date; publicUrl: string },
): Promise<number> {
  const clinic = await readClinic(query)
  const byPatient = Map.groupBy(appointments, ({ patient }) => patient)
  let told = 0
  for (const [recipient, own] of byPatient) {
    if (isGuest(recipient)) continue
    const sender = { clinicName: clinic.name, language: await readLanguage(query, recipient) }
    const mail = writeClosedMail(sender, { clinic, publicUrl, recipient, reason }, own)
    await queueMail(query, mail, now)
    told += 1
  }
  return told
}

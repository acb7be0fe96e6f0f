import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type APIRequestContext, expect } from '@playwright/test'
import type { Email } from 'postal-mime'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { bookFree } from './booking.ts'
import { confirmAddress, type Patient } from './patient.ts'
import type { Portal } from './server.ts'

const treatment = 'Teeth Cleaning'

/** Every third day, so that an appointment shifted by a closed day meets no other. */
let days = 0
/** Minutes: a different list each time, so that the server checks at once. */
let lead = 43_200

/** An appointment some days ahead, booked long enough ago that its reminder is due now. */
export async function bookReminded(
  request: APIRequestContext,
  portal: Portal,
  patient: Patient,
): Promise<Booking> {
  confirmAddress(portal, patient)
  days += 3
  const slot = '11:00 AM - 11:30 AM'
  const booking = await bookFree(request, patient, { days, treatment, slot })
  const database = new DatabaseSync(join(portal.dataDir, 'molar.db'), { timeout: 5000 })
  try {
    database
      .prepare('update appointments set createdAt = ? where id = ?')
      .run('2026-01-01T12:00:00.000Z', booking._id)
    lead -= 1
    database.prepare('update clinic set reminderMinutes = ?').run(`${lead},10080,2880,120`)
  } finally {
    database.close()
  }
  // A queued mail makes the server check at once for other due work.
  const message = { email: patient.email, subject: 'A question', message: 'Is there a lift?' }
  expect((await request.post('/contact-messages', { data: message })).ok()).toBe(true)
  return booking
}

/** The address of one of a reminder's links, by its label. */
export function linkTo(mail: Email, label: string): string {
  const lines = (mail.text ?? '').split(/\r?\n/)
  const link = lines[lines.indexOf(`${label}:`) + 1]
  if (!link?.startsWith('http')) throw new Error(`No link '${label}' in: ${mail.text}`)
  return link
}

import type { ChangeTerms } from '../../contract/appointments/change-endpoints.ts'
import { readPolicy } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import type { CancelParts } from '../deps.ts'
import type { Appointment } from './appointment.ts'
import { explainTerms, type Terms } from './explain-terms.ts'
import { showAppointment } from './show-appointment.ts'

/** The clinic's rules as they stand, read for one appointment at an instant. */
export async function readTerms(
  { config, payments }: CancelParts,
  query: Queries,
  appointment: Appointment,
  now: Date,
): Promise<Terms> {
  const at = { now, timeZone: config.clinicTimeZone, takesCards: payments !== undefined }
  return explainTerms(appointment, await readPolicy(query), at)
}

/** The same in the wire's words, for the patient who is about to decide. */
export async function readChangeTerms(
  parts: CancelParts,
  appointment: Appointment,
): Promise<ChangeTerms> {
  const { query } = parts.database
  const { cutoffMinutes, refundRule } = await readPolicy(query)
  const terms = await readTerms(parts, query, appointment, parts.clock())
  return {
    booking: showAppointment(appointment),
    revision: appointment.revision,
    cutoffMinutes,
    refundRule,
    cutoffAt: new Date(terms.cutoffAt).toISOString(),
    beginsAt: new Date(terms.beginsAt).toISOString(),
    whyNotCancel: terms.whyNotCancel,
    whyNotMove: terms.whyNotMove,
    paid: appointment.paidCents / 100,
    refund: terms.refundCents / 100,
    givesBack: terms.givesBack,
    paidAtDesk: appointment.deskCents > 0,
  }
}

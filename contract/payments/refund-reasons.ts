import * as z from 'zod/mini'
import { defineTexts, type Language } from '../language.ts'

/** Why the portal itself cancels or gives money back. */
export const ReasonCode = z.enum([
  'cancelled',
  'cheaper',
  'cancelled_before',
  'already_paid',
  'over',
  'price_changed',
  'not_confirmed',
  'account_removed',
  'already_held',
  'day_closed',
  'account_ended',
  'doctor_away',
  'plan_changed',
])
export type ReasonCode = z.infer<typeof ReasonCode>

/** One of the portal's own reasons, or what a member of staff typed, which no language changes. */
export const Reason = z.union([z.object({ code: ReasonCode }), z.object({ text: z.string() })])
export type Reason = z.infer<typeof Reason>

export const refundReasons = defineTexts<Record<ReasonCode, string>>({
  en: {
    cancelled: 'You cancelled the appointment.',
    cheaper: 'Your new treatment costs less.',
    cancelled_before: 'The appointment had been cancelled before you paid.',
    already_paid: 'The appointment was already paid.',
    over: 'The appointment was over.',
    price_changed: 'The price of the appointment had changed.',
    not_confirmed: 'The e-mail address was not confirmed in time.',
    account_removed: 'The account that had booked it was removed before its e-mail was confirmed.',
    already_held: 'You already had an appointment that it collided with.',
    day_closed: 'The clinic is closed on that day.',
    account_ended: 'The clinic removed the account.',
    doctor_away: 'The doctor cannot be at the clinic then.',
    plan_changed: 'The clinic had to change its schedule.',
  },
  es: {
    cancelled: 'Usted canceló la cita.',
    cheaper: 'Su nuevo tratamiento cuesta menos.',
    cancelled_before: 'La cita ya estaba cancelada cuando usted pagó.',
    already_paid: 'La cita ya estaba pagada.',
    over: 'La cita ya había terminado.',
    price_changed: 'El precio de la cita había cambiado.',
    not_confirmed: 'El correo electrónico no se confirmó a tiempo.',
    account_removed:
      'La cuenta que la reservó se eliminó antes de confirmar su correo electrónico.',
    already_held: 'Usted ya tenía una cita que coincidía con esta.',
    day_closed: 'La clínica está cerrada ese día.',
    account_ended: 'La clínica eliminó la cuenta.',
    doctor_away: 'El doctor no puede estar en la clínica ese día.',
    plan_changed: 'La clínica tuvo que cambiar su agenda.',
  },
})

/** Those that speak to the patient, as staff read them. */
const reasonsForStaff = defineTexts<Partial<Record<ReasonCode, string>>>({
  en: {
    cancelled: 'The patient cancelled the appointment.',
    cheaper: 'The new treatment costs less.',
    cancelled_before: 'The appointment had been cancelled before it was paid.',
    already_held: 'The patient already had an appointment that it collided with.',
  },
  es: {
    cancelled: 'El paciente canceló la cita.',
    cheaper: 'El nuevo tratamiento cuesta menos.',
    cancelled_before: 'La cita ya estaba cancelada cuando se pagó.',
    already_held: 'El paciente ya tenía una cita que coincidía con esta.',
  },
})

export type Reader = 'patient' | 'staff'

export function reasonText(language: Language, reason: Reason, reader: Reader = 'patient'): string {
  if ('text' in reason) return reason.text
  const forStaff = reader === 'staff' ? reasonsForStaff[language][reason.code] : undefined
  return forStaff ?? refundReasons[language][reason.code]
}

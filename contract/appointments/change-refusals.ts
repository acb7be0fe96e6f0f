import { defineTexts } from '../language.ts'

/** Why a patient could not cancel or reschedule their appointment: stable codes with the sentence shown. */
export const changeRefusals = {
  appointment_cancelled: 'This appointment is cancelled already.',
  appointment_changed: 'This appointment has changed meanwhile. Please look again.',
  appointment_begun: 'This appointment has already begun.',
  past_cutoff: 'It is too late to reschedule this appointment online. Please call the clinic.',
  terms_changed: 'What would come back to you has changed meanwhile. Please look again.',
  desk_paid_cheaper:
    'You paid at our desk, so we give you the difference there. Please call us to change to this treatment.',
  refund_unavailable:
    'Card payments are switched off just now, so the money cannot go back. Please call the clinic.',
} as const
export type ChangeRefusal = keyof typeof changeRefusals

export const changeRefusalTexts = defineTexts<Record<ChangeRefusal, string>>({
  en: changeRefusals,
  es: {
    appointment_cancelled: 'Esta cita ya está cancelada.',
    appointment_changed: 'Esta cita ha cambiado mientras tanto. Revísela de nuevo, por favor.',
    appointment_begun: 'Esta cita ya ha comenzado.',
    past_cutoff: 'Ya es tarde para cambiar esta cita en línea. Llame a la clínica, por favor.',
    terms_changed:
      'Lo que le devolveríamos ha cambiado mientras tanto. Revíselo de nuevo, por favor.',
    desk_paid_cheaper:
      'Usted pagó en recepción, así que la diferencia se le devuelve allí. Llámenos para cambiar a este tratamiento.',
    refund_unavailable:
      'Los pagos con tarjeta no están disponibles por el momento y no podemos devolver el dinero. Llame a la clínica, por favor.',
  },
})

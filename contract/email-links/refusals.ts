import { defineTexts } from '../language.ts'

/** Why a link from a mail does nothing any more: stable codes with the sentence shown. */
export const linkRefusals = {
  link_void:
    'This link no longer works. The appointment may have been rescheduled or cancelled meanwhile.',
  appointment_cancelled: 'This appointment is cancelled already.',
  appointment_begun: 'This appointment has already begun.',
  appointment_impossible: 'This appointment cannot take place. Please choose another time.',
} as const
export type LinkRefusal = keyof typeof linkRefusals

export const linkRefusalTexts = defineTexts<Record<LinkRefusal, string>>({
  en: linkRefusals,
  es: {
    link_void: 'Este enlace ya no sirve. Es posible que la cita se haya cambiado o cancelado.',
    appointment_cancelled: 'Esta cita ya está cancelada.',
    appointment_begun: 'Esta cita ya ha comenzado.',
    appointment_impossible: 'Esta cita no puede realizarse. Elija otro horario, por favor.',
  },
})

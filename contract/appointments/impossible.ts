import { defineTexts } from '../language.ts'
import type { OwnBooking } from './appointment.ts'

export type Impossible = NonNullable<OwnBooking['impossible']>

/** What its patient is told about an appointment that cannot take place, on screen and in calendars. */
export const impossibleTexts = defineTexts<Record<Impossible | 'choose', string>>({
  en: {
    closed: 'We are sorry: the clinic is closed on that day.',
    displaced: 'We are sorry: we cannot keep this appointment.',
    choose: 'Please choose another time.',
  },
  es: {
    closed: 'Lo sentimos: la clínica está cerrada ese día.',
    displaced: 'Lo sentimos: no podemos mantener esta cita.',
    choose: 'Elija otro horario, por favor.',
  },
})

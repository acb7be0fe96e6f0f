import { defineTexts } from '../language.ts'
import type { OwnBooking } from './appointment.ts'

export type Impossible = NonNullable<OwnBooking['impossible']>

/** What its patient is told about an appointment that cannot take place, on screen and in calendars. */
export const impossibleTexts = defineTexts<Record<Impossible, string>>({
  en: {
    closed: 'We are sorry: the clinic is closed on that day. Please choose another time.',
    displaced: 'We are sorry: we cannot keep this appointment. Please choose another time.',
  },
  es: {
    closed: 'Lo sentimos: la clínica está cerrada ese día. Elija otro horario, por favor.',
    displaced: 'Lo sentimos: no podemos mantener esta cita. Elija otro horario, por favor.',
  },
})

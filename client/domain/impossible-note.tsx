import type { OwnBooking } from '../../contract/appointments/appointment.ts'
import { defineTexts } from '../../contract/language.ts'
import { useTexts } from '../i18n/language.tsx'
import { Note } from '../ui/feedback/note.tsx'

const impossibleTexts = defineTexts({
  en: {
    closed: 'We are sorry: the clinic is closed on that day. Please choose another time.',
    displaced: 'We are sorry: we cannot keep this appointment. Please choose another time.',
  },
  es: {
    closed: 'Lo sentimos: la clínica está cerrada ese día. Elija otro horario, por favor.',
    displaced: 'Lo sentimos: no podemos mantener esta cita. Elija otro horario, por favor.',
  },
})

/** That an appointment cannot take place, and why; nothing for all others. */
export function ImpossibleNote({ impossible }: Pick<OwnBooking, 'impossible'>) {
  const t = useTexts(impossibleTexts)
  return impossible && <Note>{t[impossible]}</Note>
}

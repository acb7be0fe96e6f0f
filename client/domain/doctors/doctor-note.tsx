import type { Booking } from '../../../contract/appointments/appointment.ts'
import { defineTexts } from '../../../contract/language.ts'
import { useTexts } from '../../i18n/language.tsx'
import '../dependent-note.css'

const noteTexts = defineTexts({
  en: { with: (name: string) => `With ${name}` },
  es: { with: (name) => `Con ${name}` },
})

type DoctorNoteProps = { appointment: Partial<Pick<Booking, 'doctor'>> }

/** Who treats; nothing where the clinic has set up no hours. */
export function DoctorNote({ appointment: { doctor } }: DoctorNoteProps) {
  const t = useTexts(noteTexts)
  return doctor ? <span className="dependent-note">{t.with(doctor.name)}</span> : null
}

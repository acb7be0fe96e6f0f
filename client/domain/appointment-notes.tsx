import type { Booking } from '../../contract/appointments/appointment.ts'
import { defineTexts } from '../../contract/language.ts'
import { useTexts } from '../i18n/language.tsx'
import { dependentTexts } from './dependent-texts.ts'
import './dependent-note.css'

type DependentNoteProps = {
  appointment: Partial<Pick<Booking, 'dependent' | 'bookedBy'>>
  /** For staff: names the account holder. */
  byName?: boolean
}

/** Beside the patient's name: their relationship to the account holder; nothing for the holder. */
export function DependentNote({
  appointment: { dependent, bookedBy },
  byName = false,
}: DependentNoteProps) {
  const { yours, of } = useTexts(dependentTexts)
  if (!dependent || !bookedBy) return null
  return (
    <span className="dependent-note">
      {byName ? of[dependent.relation](bookedBy) : yours[dependent.relation]}
    </span>
  )
}

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

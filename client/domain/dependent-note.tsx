import type { Booking } from '../../contract/appointments/appointment.ts'
import { useTexts } from '../i18n/language.tsx'
import './dependent-note.css'
import { dependentTexts } from './dependent-texts.ts'

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

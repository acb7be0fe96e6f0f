import type { Booking } from '../../contract/appointments/appointment.ts'
import { useTexts } from '../i18n/language.tsx'
import './person-note.css'
import { personTexts } from './person-texts.ts'

type PersonNoteProps = {
  appointment: Partial<Pick<Booking, 'person' | 'bookedBy'>>
  /** For staff: names the account holder. */
  byName?: boolean
}

/** Beside the patient's name: their relationship to the account holder; nothing for the holder. */
export function PersonNote({ appointment: { person, bookedBy }, byName = false }: PersonNoteProps) {
  const { yours, of } = useTexts(personTexts)
  if (!person || !bookedBy) return null
  return (
    <span className="person-note">
      {byName ? of[person.relation](bookedBy) : yours[person.relation]}
    </span>
  )
}

import type { Booking } from '../../contract/appointments/appointment.ts'
import { useTexts } from '../i18n/language.tsx'
import './person-note.css'
import { personTexts } from './person-texts.ts'

type PersonNoteProps = {
  appointment: Partial<Pick<Booking, 'person' | 'bookedBy'>>
  /** The reader is not the one who booked: then whose it is, by name. */
  byName?: boolean
}

/** Beside the name of who is treated: what they are to who booked. Nothing where they booked themself. */
export function PersonNote({ appointment: { person, bookedBy }, byName = false }: PersonNoteProps) {
  const { yours, of } = useTexts(personTexts)
  if (!person || !bookedBy) return null
  return (
    <span className="person-note">
      {byName ? of[person.relation](bookedBy) : yours[person.relation]}
    </span>
  )
}

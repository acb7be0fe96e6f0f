import { defineTexts } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import { type Patient, patientEndpoints } from '../../../contract/patients/patient.ts'
import { read, useRead } from '../../data/use-read.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Link } from '../../ui/link.tsx'

const texts = defineTexts({
  en: { bookingFor: 'Booking for', pick: 'Choose any free time, on any day.', stop: 'Stop' },
  es: {
    bookingFor: 'Reserva para',
    pick: 'Elija cualquier hora libre, de cualquier día.',
    stop: 'Dejar',
  },
})

/** The patient of the booking by staff, as the address says; `undefined` while unknown, and where there is none. */
export function useBookedPatient(id: string): Patient | undefined {
  const { data } = useRead(read(patientEndpoints.readPatient, { params: { id } }), {
    enabled: id !== '',
  })
  return id === '' || data?._id !== id || data.erased || data.mergedInto ? undefined : data
}

/** Who every booking on the schedule is for, until it is made or given up. */
export function BookingFor({ patient, onStop }: { patient: Patient; onStop: () => void }) {
  const t = useTexts(texts)
  return (
    <Note>
      <span className="booking-for">
        <span>
          {t.bookingFor} <Link to={paths.patient(patient._id)}>{patient.name}</Link>. {t.pick}
        </span>
        <Button variant="quiet" onClick={onStop}>
          {t.stop}
        </Button>
      </span>
    </Note>
  )
}

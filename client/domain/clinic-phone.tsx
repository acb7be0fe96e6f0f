import { clinic } from './clinic.ts'
import '../ui/one-line.css'

/** The clinic's number within a text, which a phone can call. */
export function ClinicPhone() {
  return (
    <a className="one-line" href={clinic.phoneLink}>
      {clinic.phone}
    </a>
  )
}

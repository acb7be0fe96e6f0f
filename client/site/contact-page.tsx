import { clinic } from '../domain/clinic.ts'
import street from '../ui/art/street.svg'
import { ClinicPage } from './clinic-page.tsx'

export function ContactPage() {
  return <ClinicPage html={clinic.contact} picture={{ src: street, width: 760, height: 352 }} />
}

import { clinic } from '../domain/clinic.ts'
import smile from './art/smile.svg'
import { ClinicPage } from './clinic-page.tsx'

export function AboutPage() {
  return <ClinicPage html={clinic.about} picture={{ src: smile, width: 480, height: 480 }} />
}

import { clinic } from '../domain/clinic.ts'
import { CleanHtml } from '../ui/clean-html.tsx'
import smile from './art/smile.svg'
import { PlainFrame } from './plain-page.tsx'
import { WorkingDoctors } from './working-doctors.tsx'

/** The clinic writes it itself, its heading included; who works there follows. */
export function AboutPage() {
  return (
    <>
      <PlainFrame picture={{ src: smile, width: 480, height: 480 }}>
        <CleanHtml className="plain-page-text" html={clinic.about} />
      </PlainFrame>
      <WorkingDoctors />
    </>
  )
}

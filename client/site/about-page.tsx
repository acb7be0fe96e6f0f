import { clinic } from '../domain/clinic.ts'
import { CleanHtml } from '../ui/clean-html.tsx'
import smile from './art/smile.svg'
import { PlainFrame } from './plain-page.tsx'

/** The clinic writes it itself, its heading included. */
export function AboutPage() {
  return (
    <PlainFrame picture={{ src: smile, width: 480, height: 480 }}>
      <CleanHtml className="plain-page-text" html={clinic.about} />
    </PlainFrame>
  )
}

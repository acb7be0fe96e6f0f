import { clinic } from '../domain/clinic.ts'
import street from '../ui/art/street.svg'
import { CleanHtml } from '../ui/clean-html.tsx'
import smile from './art/smile.svg'
import { type Picture, PlainFrame } from './plain-page.tsx'

export function AboutPage() {
  return <ClinicPage html={clinic.about} picture={{ src: smile, width: 480, height: 480 }} />
}

export function ContactPage() {
  return <ClinicPage html={clinic.contact} picture={{ src: street, width: 760, height: 352 }} />
}

/** A page that the clinic writes itself, its heading included. */
function ClinicPage({ html, picture }: { html: string; picture: Picture }) {
  return (
    <PlainFrame picture={picture}>
      <CleanHtml className="plain-page-text" html={html} />
    </PlainFrame>
  )
}

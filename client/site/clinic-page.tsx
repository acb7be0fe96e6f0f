import { CleanHtml } from '../ui/clean-html.tsx'
import { type Picture, PlainFrame } from './plain-page.tsx'

/** A page that the clinic writes itself, its heading included. */
export function ClinicPage({ html, picture }: { html: string; picture: Picture }) {
  return (
    <PlainFrame picture={picture}>
      <CleanHtml className="plain-page-text" html={html} />
    </PlainFrame>
  )
}

import { clinic } from '../domain/clinic.ts'
import { CleanHtml } from '../ui/clean-html.tsx'
import './plain-page.css'

/** What is stored about patients and for how long: the clinic's own words or the portal's. */
export function PrivacyPage() {
  return (
    <div className="inner privacy-page">
      <CleanHtml html={clinic.privacy} />
    </div>
  )
}

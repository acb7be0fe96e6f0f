import street from './art/street.svg'
import { PlainPage } from './plain-page.tsx'

export function ContactPage() {
  return (
    <PlainPage title="This is contact page" picture={{ src: street, width: 760, height: 352 }} />
  )
}

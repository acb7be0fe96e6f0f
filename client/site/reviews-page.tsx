import quote from './art/quote.svg'
import { PlainPage } from './plain-page.tsx'

export function ReviewsPage() {
  return (
    <PlainPage title="This is reviews page" picture={{ src: quote, width: 160, height: 120 }} />
  )
}

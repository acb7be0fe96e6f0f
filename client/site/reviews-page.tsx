import { useTexts } from '../i18n/language.tsx'
import patients from './art/patients.svg'
import { PlainPage } from './plain-page.tsx'
import { PublishedReviews } from './published-reviews.tsx'
import { reviewsTexts } from './texts-reviews.ts'

export function ReviewsPage() {
  return (
    <>
      <PlainPage
        title={useTexts(reviewsTexts).page}
        picture={{ src: patients, width: 560, height: 340 }}
      />
      <PublishedReviews />
    </>
  )
}

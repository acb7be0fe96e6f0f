import patients from './art/patients.svg'
import { PlainPage } from './plain-page.tsx'
import { PublishedReviews } from './published-reviews.tsx'

export function ReviewsPage() {
  return (
    <>
      <PlainPage
        title="This is reviews page"
        picture={{ src: patients, width: 560, height: 340 }}
      />
      <PublishedReviews />
    </>
  )
}

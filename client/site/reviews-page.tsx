import { type ComponentType, useEffect, useState } from 'react'
import { defineTexts } from '../../contract/language.ts'
import { useTexts } from '../i18n/language.tsx'
import patients from './art/patients.svg'
import { PlainPage } from './plain-page.tsx'
import { reviewsTexts } from './texts-reviews.ts'

export const head = {
  title: defineTexts({ en: 'Reviews', es: 'Opiniones' }),
  description: defineTexts({
    en: 'What patients say about our dental practice in Brooklyn.',
    es: 'Lo que dicen los pacientes de nuestra consulta dental en Brooklyn.',
  }),
}

export function ReviewsPage() {
  return (
    <div>
      <PlainPage
        title={useTexts(reviewsTexts).page}
        picture={{ src: patients, width: 560, height: 340 }}
      />
      <PublishedReviews />
    </div>
  )
}

/** The published reviews. The page itself renders before them, and without scripts. */
function PublishedReviews() {
  const [List, setList] = useState<ComponentType>()
  useEffect(() => {
    import('./published-list.tsx').then(
      ({ PublishedList }) => setList(() => PublishedList),
      // The page is complete without them.
      () => {},
    )
  }, [])
  return List ? <List /> : null
}

import { messageTexts } from '../../contract/fixed-texts.ts'
import { showDay } from '../../contract/show.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { dayTexts } from './day-texts.ts'
import './treatment-card.css'

const cards = ['a', 'b', 'c', 'd', 'e', 'f']

/** Any day stands for the one to come: the unseen heading only holds its place. */
const someDay = '2026-11-24'

/** Six cards in the size of those to come, and their heading while the day is not known either. */
export function TreatmentSkeletons({ withHeading = false }: { withHeading?: boolean }) {
  const language = useLanguage()
  const t = useTexts(dayTexts)
  const { availableOn } = useTexts(messageTexts)
  return (
    <div className="available-services" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      {withHeading && (
        <div className="available-head" aria-hidden="true">
          <div className="available-heading-skeleton">
            <span>{availableOn(showDay(language, someDay))}</span>
          </div>
          <p>
            <Skeleton width="180px" height="1em" />
          </p>
        </div>
      )}
      <div className="treatments" aria-hidden="true">
        {cards.map((card) => (
          <div className="treatment-card treatment-bones" key={card}>
            <p className="treatment-name">
              <Skeleton width="70%" height="1em" />
            </p>
            <p className="treatment-first">
              <Skeleton width="60%" height="1em" />
            </p>
            <div className="treatment-facts">
              <p className="treatment-price">
                <Skeleton width="90px" height="1em" />
              </p>
              <p className="treatment-count">
                <Skeleton width="120px" height="1em" />
              </p>
            </div>
            <div className="treatment-book">
              <Skeleton height="48px" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

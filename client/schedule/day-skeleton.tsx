import { useTexts } from '../i18n/language.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { dayTexts } from './texts.ts'

/** A day on its way, in about its size; with its heading where not even the day is known. */
export function DaySkeleton({ withHead = false }: { withHead?: boolean }) {
  const t = useTexts(dayTexts)
  return (
    <div className="day-skeleton" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      {withHead && (
        <>
          <h2 id="day-heading" className="visually-hidden">
            {t.title}
          </h2>
          <Skeleton width="260px" height="48px" />
          <Skeleton height="168px" />
        </>
      )}
      <Skeleton width="200px" height="48px" />
      <Skeleton height="520px" />
    </div>
  )
}

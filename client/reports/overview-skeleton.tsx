import { StaffPage } from '../app/staff-page.tsx'
import { useTexts } from '../i18n/language.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { overviewTexts } from './texts.ts'

export function OverviewSkeleton() {
  const t = useTexts(overviewTexts)
  return (
    <StaffPage title={t.title}>
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      <div className="overview" aria-busy="true">
        {[1, 2, 3].map((plot) => (
          <div className="plot" key={plot}>
            <Skeleton width="220px" height="26px" />
            <Skeleton width="80%" height="26px" />
            <Skeleton height="264px" />
          </div>
        ))}
      </div>
    </StaffPage>
  )
}

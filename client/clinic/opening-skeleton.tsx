import { StaffPage } from '../app/staff-page.tsx'
import { useTexts } from '../i18n/language.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { openingTexts } from './opening-texts.ts'

export function OpeningSkeleton() {
  const t = useTexts(openingTexts)
  return (
    <StaffPage title={t.title}>
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      <Skeleton height="120px" />
      <Skeleton width="320px" height="102px" />
      <Skeleton width="320px" height="136px" />
      <Skeleton width="190px" height="48px" />
      <div className="closures" aria-busy="true">
        <Skeleton width="60%" height="28px" />
        <Skeleton height="360px" />
      </div>
    </StaffPage>
  )
}

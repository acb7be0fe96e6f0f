import { StaffPage } from '../app/staff-page.tsx'
import { LoadFailure } from '../data/load-failure.tsx'
import { policy } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { useTexts } from '../i18n/language.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { PolicyForm } from './policy-form.tsx'
import { policyPageTexts } from './policy-texts.ts'

/** What the clinic promises after a booking: notice, refunds, reminders, earlier slots. */
export function PolicyPage() {
  const t = useTexts(policyPageTexts)
  const { data, error, isLoading, reload } = useRead(policy, { fresh: true })
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  return (
    <StaffPage title={t.title}>
      <p>{t.intro}</p>
      {data ? <PolicyForm policy={data} /> : <PolicySkeleton />}
    </StaffPage>
  )
}

function PolicySkeleton() {
  const { loading } = useTexts(policyPageTexts)
  return (
    <div className="policy-form" aria-busy="true">
      <p className="visually-hidden" role="status">
        {loading}
      </p>
      <Skeleton width="320px" height="168px" />
      <Skeleton height="250px" />
      <Skeleton height="280px" />
      <Skeleton width="320px" height="136px" />
      <Skeleton height="360px" />
    </div>
  )
}

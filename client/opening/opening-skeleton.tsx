import { StaffPage } from '../staff-page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function OpeningSkeleton() {
  return (
    <StaffPage title="Opening Days">
      <p className="visually-hidden" role="status">
        Loading the opening days…
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

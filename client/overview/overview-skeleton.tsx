import { StaffPage } from '../staff-page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function OverviewSkeleton() {
  return (
    <StaffPage title="Overview">
      <p className="visually-hidden" role="status">
        Loading the overview…
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

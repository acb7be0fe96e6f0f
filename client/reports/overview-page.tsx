import { overviewEndpoints } from '../../contract/reports/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { LoadFailure } from '../data/load-failure.tsx'
import { read, useRead } from '../data/use-read.ts'
import { useTexts } from '../i18n/language.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { ExportForm } from './export-form.tsx'
import './overview.css'
import { MoneyPlot } from './money-plot.tsx'
import { AppointmentsPlot, NoShowsPlot, TreatmentsPlot } from './plots.tsx'
import { overviewTexts } from './texts.ts'

/** How the clinic does: the last 30 days, today and the next 14 in four plots, and all of it as CSV. */
export function OverviewPage() {
  const t = useTexts(overviewTexts)
  const { data, error, isLoading, reload } = useRead(read(overviewEndpoints.readOverview, {}))
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <OverviewSkeleton />
  return (
    <StaffPage title={t.title}>
      <div className="overview">
        <AppointmentsPlot {...data} />
        <TreatmentsPlot {...data} />
        <MoneyPlot {...data} />
        <NoShowsPlot {...data} />
        <ExportForm today={data.today} />
      </div>
    </StaffPage>
  )
}

function OverviewSkeleton() {
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

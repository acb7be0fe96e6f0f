import { overviewEndpoints } from '../../contract/reports/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { useFetched } from '../data/use-fetched.ts'
import { useTexts } from '../i18n/language.tsx'
import { AppointmentsPlot } from './appointments-plot.tsx'
import { ExportForm } from './export-form.tsx'
import { MoneyPlot } from './money-plot.tsx'
import { NoShowsPlot } from './no-shows-plot.tsx'
import './overview-page.css'
import { OverviewSkeleton } from './overview-skeleton.tsx'
import { overviewTexts } from './texts.ts'
import { TreatmentsPlot } from './treatments-plot.tsx'

/** How the clinic does: the last 30 days, today and the next 14 in four plots, and all of it as CSV. */
export function OverviewPage() {
  const t = useTexts(overviewTexts)
  const { data, error, isLoading, reload } = useFetched('overview', (signal) =>
    call(overviewEndpoints.readOverview, {}, { signal }),
  )
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

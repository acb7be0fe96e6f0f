import type { Overview, OverviewDay } from '../../contract/overview-endpoints.ts'
import type { Column } from '../ui/table.tsx'
import { DayBars, type Series } from './day-bars.tsx'
import { longDay } from './day-text.ts'
import { PlotFigure } from './plot-figure.tsx'
import { noShowsSummary } from './summaries.ts'

const columns: readonly Column<OverviewDay>[] = [
  { heading: 'Day', cell: ({ day }) => longDay(day) },
  { heading: 'No-shows', cell: ({ noShows }) => noShows },
  { heading: 'Of appointments', cell: ({ appointments }) => appointments },
]

const series: readonly Series[] = [
  { name: 'No-shows', look: 'solid', read: ({ noShows }) => noShows },
]

/** Nobody can miss what is still to come: the days until today. */
export function NoShowsPlot({ days, today }: Overview) {
  const past = days.filter(({ day }) => day <= today)
  return (
    <PlotFigure
      title="No-shows"
      summary={noShowsSummary(past)}
      columns={columns}
      rows={past}
      rowKey={({ day }) => day}
    >
      <DayBars days={past} today={today} series={series} atLeast={4} />
    </PlotFigure>
  )
}

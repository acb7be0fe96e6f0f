import type { Overview, OverviewDay } from '../../contract/overview-endpoints.ts'
import { dollarText } from '../price-text.ts'
import type { Column } from '../ui/table.tsx'
import { DayBars, type Series } from './day-bars.tsx'
import { longDay } from './day-text.ts'
import { PlotFigure } from './plot-figure.tsx'
import { moneySummary } from './summaries.ts'

const columns: readonly Column<OverviewDay>[] = [
  { heading: 'Day', cell: ({ day }) => longDay(day) },
  { heading: 'Collected', cell: ({ collected }) => dollarText(collected) },
  { heading: 'Outstanding', cell: ({ outstanding }) => dollarText(outstanding) },
]

const series: readonly Series[] = [
  { name: 'Collected', look: 'solid', read: ({ collected }) => collected },
  { name: 'Outstanding', look: 'hatched', read: ({ outstanding }) => outstanding },
]

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
})

/** By the day of the appointment that the money is for. */
export function MoneyPlot({ days, today }: Overview) {
  return (
    <PlotFigure
      title="Money collected and outstanding"
      summary={moneySummary(days, today)}
      legend={series}
      columns={columns}
      rows={days}
      rowKey={({ day }) => day}
    >
      <DayBars
        days={days}
        today={today}
        series={series}
        atLeast={100}
        tickText={(value) => compact.format(value)}
        valueText={dollarText}
      />
    </PlotFigure>
  )
}

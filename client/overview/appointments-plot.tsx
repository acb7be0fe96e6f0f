import type { Overview, OverviewDay } from '../../contract/overview-endpoints.ts'
import type { Column } from '../ui/table.tsx'
import { DayBars, type Series } from './day-bars.tsx'
import { longDay } from './day-text.ts'
import { PlotFigure } from './plot-figure.tsx'
import { appointmentsSummary } from './summaries.ts'

const columns: readonly Column<OverviewDay>[] = [
  { heading: 'Day', cell: ({ day }) => longDay(day) },
  { heading: 'Appointments', cell: ({ appointments }) => appointments },
  { heading: 'Cancelled', cell: ({ cancelled }) => cancelled },
]

export function AppointmentsPlot({ days, today }: Overview) {
  const series: readonly Series[] = [
    {
      name: 'Until today',
      look: 'solid',
      read: ({ day, appointments }) => (day <= today ? appointments : 0),
    },
    {
      name: 'To come',
      look: 'hatched',
      read: ({ day, appointments }) => (day > today ? appointments : 0),
    },
  ]
  return (
    <PlotFigure
      title="Appointments a day"
      summary={appointmentsSummary(days, today)}
      legend={series}
      columns={columns}
      rows={days}
      rowKey={({ day }) => day}
    >
      <DayBars days={days} today={today} series={series} atLeast={4} />
    </PlotFigure>
  )
}

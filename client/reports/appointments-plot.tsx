import type { Overview } from '../../contract/reports/endpoints.ts'
import { useLanguage } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { DayBars, type Series } from './day-bars.tsx'
import { longDay } from './day-text.ts'
import { PlotFigure } from './plot-figure.tsx'
import { appointmentsSummary } from './summaries.ts'
import { overviewTexts } from './texts.ts'

export function AppointmentsPlot({ days, today }: Overview) {
  const language = useLanguage()
  const t = overviewTexts[language]
  const series: readonly Series[] = [
    {
      name: t.untilToday,
      look: 'solid',
      read: ({ day, appointments }) => (day <= today ? appointments : 0),
    },
    {
      name: t.toCome,
      look: 'hatched',
      read: ({ day, appointments }) => (day > today ? appointments : 0),
    },
  ]
  return (
    <PlotFigure
      title={t.appointmentsADay}
      summary={appointmentsSummary(language, days, today)}
      legend={series}
      columns={[
        { heading: sharedTexts[language].day, cell: ({ day }) => longDay(language, day) },
        { heading: t.appointments, cell: ({ appointments }) => appointments },
        { heading: t.cancelled, cell: ({ cancelled }) => cancelled },
      ]}
      rows={days}
      rowKey={({ day }) => day}
    >
      <DayBars days={days} today={today} series={series} atLeast={4} />
    </PlotFigure>
  )
}

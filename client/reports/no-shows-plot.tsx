import type { Overview } from '../../contract/reports/endpoints.ts'
import { useLanguage } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { DayBars, type Series } from './day-bars.tsx'
import { longDay } from './day-text.ts'
import { PlotFigure } from './plot-figure.tsx'
import { noShowsSummary } from './summaries.ts'
import { overviewTexts } from './texts.ts'

/** Nobody can miss what is still to come: the days until today. */
export function NoShowsPlot({ days, today }: Overview) {
  const language = useLanguage()
  const t = overviewTexts[language]
  const series: readonly Series[] = [
    { name: t.noShows, look: 'solid', read: ({ noShows }) => noShows },
  ]
  const past = days.filter(({ day }) => day <= today)
  return (
    <PlotFigure
      title={t.noShows}
      summary={noShowsSummary(language, past)}
      columns={[
        { heading: sharedTexts[language].day, cell: ({ day }) => longDay(language, day) },
        { heading: t.noShows, cell: ({ noShows }) => noShows },
        { heading: t.ofAppointments, cell: ({ appointments }) => appointments },
      ]}
      rows={past}
      rowKey={({ day }) => day}
    >
      <DayBars days={past} today={today} series={series} atLeast={4} />
    </PlotFigure>
  )
}

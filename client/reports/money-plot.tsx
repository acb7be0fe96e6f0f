import { locales } from '../../contract/language.ts'
import type { Overview } from '../../contract/reports/endpoints.ts'
import { showDollars } from '../../contract/show.ts'
import { useLanguage } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { DayBars, type Series } from './day-bars.tsx'
import { longDay } from './day-text.ts'
import { PlotFigure } from './plot-figure.tsx'
import { moneySummary } from './summaries.ts'
import { overviewTexts } from './texts.ts'

const compact = { style: 'currency', currency: 'USD', notation: 'compact' } as const

/** By the day of the appointment that the money is for. */
export function MoneyPlot({ days, today }: Overview) {
  const language = useLanguage()
  const t = overviewTexts[language]
  const series: readonly Series[] = [
    { name: t.collected, look: 'solid', read: ({ collected }) => collected },
    { name: t.outstanding, look: 'hatched', read: ({ outstanding }) => outstanding },
  ]
  const dollars = (amount: number) => showDollars(language, amount)
  return (
    <PlotFigure
      title={t.money}
      summary={moneySummary(language, days, today)}
      legend={series}
      columns={[
        { heading: sharedTexts[language].day, cell: ({ day }) => longDay(language, day) },
        { heading: t.collected, cell: ({ collected }) => dollars(collected) },
        { heading: t.outstanding, cell: ({ outstanding }) => dollars(outstanding) },
      ]}
      rows={days}
      rowKey={({ day }) => day}
    >
      <DayBars
        days={days}
        today={today}
        series={series}
        atLeast={100}
        tickText={(value) => value.toLocaleString(locales[language], compact)}
        valueText={dollars}
      />
    </PlotFigure>
  )
}

import type { OverviewDay } from '../../contract/reports/endpoints.ts'
import { useLanguage } from '../i18n/language.tsx'
import type { Series } from './day-bars.tsx'
import { longDay } from './day-text.ts'

type PlotTipProps = {
  day: OverviewDay
  series: readonly Series[]
  valueText: (value: number) => string
}

/** The numbers of the day that is pointed at. A kind that this day has none of is left out. */
export function PlotTip({ day, series, valueText }: PlotTipProps) {
  const language = useLanguage()
  const some = series.filter(({ read }) => read(day) > 0)
  return (
    <div className="plot-tip">
      <strong>{longDay(language, day.day)}</strong>
      {(some.length > 0 ? some : series.slice(0, 1)).map(({ name, read }) => (
        <span key={name}>
          {name}: {valueText(read(day))}
        </span>
      ))}
    </div>
  )
}

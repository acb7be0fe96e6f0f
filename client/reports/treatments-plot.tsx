import type { Overview } from '../../contract/reports/endpoints.ts'
import { useLanguage } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { PlotFigure } from './plot-figure.tsx'
import { shareText, treatmentsSummary } from './summaries.ts'
import { overviewTexts } from './texts.ts'
import './treatments-plot.css'

/** Names are longer than an axis has room for: each bar stands under its own. */
export function TreatmentsPlot({ treatments }: Overview) {
  const language = useLanguage()
  const t = overviewTexts[language]
  return (
    <PlotFigure
      title={t.filled}
      summary={treatmentsSummary(language, treatments)}
      columns={[
        { heading: sharedTexts[language].treatment, cell: ({ name }) => name },
        { heading: t.booked, cell: ({ booked }) => booked },
        { heading: t.onOffer, cell: ({ capacity }) => capacity },
        {
          heading: t.share,
          cell: ({ booked, capacity }) => shareText(language, booked, capacity),
        },
      ]}
      rows={treatments}
      rowKey={({ name }) => name}
    >
      <ul className="fill">
        {treatments.map(({ name, booked, capacity }) => (
          <li key={name}>
            <span>{name}</span>
            <span>{shareText(language, booked, capacity)}</span>
            <span className="fill-room">
              <span
                className="fill-bar"
                style={{ width: `${capacity > 0 ? Math.min(1, booked / capacity) * 100 : 0}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </PlotFigure>
  )
}

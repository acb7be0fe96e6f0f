import type { Overview } from '../../contract/overview-endpoints.ts'
import type { Column } from '../ui/table.tsx'
import { PlotFigure } from './plot-figure.tsx'
import { shareText, treatmentsSummary } from './summaries.ts'
import './treatments-plot.css'

type Filled = Overview['treatments'][number]

const columns: readonly Column<Filled>[] = [
  { heading: 'Treatment', cell: ({ name }) => name },
  { heading: 'Booked', cell: ({ booked }) => booked },
  { heading: 'On offer', cell: ({ capacity }) => capacity },
  { heading: 'Share', cell: ({ booked, capacity }) => shareText(booked, capacity) },
]

/** Names are longer than an axis has room for: each bar stands under its own. */
export function TreatmentsPlot({ treatments }: Overview) {
  return (
    <PlotFigure
      title="Times filled by treatment"
      summary={treatmentsSummary(treatments)}
      columns={columns}
      rows={treatments}
      rowKey={({ name }) => name}
    >
      <ul className="fill">
        {treatments.map(({ name, booked, capacity }) => (
          <li key={name}>
            <span>{name}</span>
            <span>{shareText(booked, capacity)}</span>
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

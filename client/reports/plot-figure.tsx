import { type ReactNode, useId } from 'react'
import { useTexts } from '../i18n/language.tsx'
import { type Column, Table } from '../ui/table.tsx'
import './plot-figure.css'
import { overviewTexts } from './texts.ts'

type PlotFigureProps<Row> = {
  title: string
  /** What the plot shows, in one sentence. */
  summary: string
  /** What each kind of bar means; none where there is one kind. */
  legend?: readonly { name: string; look: string }[]
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The picture, for eyes alone: sentence and table say the same. */
  children: ReactNode
}

/** One plot with its heading, its meaning in words, and the numbers behind it as a table. */
export function PlotFigure<Row>(props: PlotFigureProps<Row>) {
  const { title, summary, legend = [], columns, rows, rowKey, children } = props
  const t = useTexts(overviewTexts)
  const id = useId()
  return (
    <figure className="plot" aria-labelledby={id}>
      <figcaption className="plot-words">
        <h3 id={id}>{title}</h3>
        <p>{summary}</p>
      </figcaption>
      <div aria-hidden="true">
        {legend.length > 0 && (
          <ul className="plot-legend">
            {legend.map(({ name, look }) => (
              <li key={name}>
                <span className={`plot-swatch plot-swatch-${look}`} />
                {name}
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
      <details className="plot-table">
        <summary>
          {t.showTable}
          <span className="visually-hidden">: {title}</span>
        </summary>
        <Table caption={title} hideCaption columns={columns} rows={rows} rowKey={rowKey} />
      </details>
    </figure>
  )
}

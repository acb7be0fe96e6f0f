import type { CSSProperties, ReactNode } from 'react'
import { useTexts } from '../i18n/language.tsx'
import { Skeleton } from './feedback/skeleton.tsx'
import { uiTexts } from './texts.ts'
import './table.css'

export type Column<Row> = {
  heading: string
  /** Names its cells for a layout of their own. */
  part?: string
  cell: (row: Row, index: number) => ReactNode
}

type TableProps<Row> = {
  caption: string
  /** The page's heading may say the same already. */
  hideCaption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** What can be done about a row: on a line of its own under the columns, or at the foot of its card. */
  actions?: (row: Row) => ReactNode
}

/** Tables with at least this many columns need more width than others to be shown as columns. */
const manyColumns = 6

/** A table that turns each row into a card where there is no room for columns. */
export function Table<Row>({ caption, hideCaption, columns, rows, ...rest }: TableProps<Row>) {
  const { rowKey, actions } = rest
  const t = useTexts(uiTexts)
  const style: CSSProperties & Record<'--columns', number> = { '--columns': columns.length }
  const room = columns.length < manyColumns ? 'table-room' : 'table-room table-room-wide'
  return (
    <div className={room}>
      <table className={actions ? 'table table-with-actions' : 'table'} style={style}>
        <caption className={hideCaption ? 'visually-hidden' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ heading }) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row)}>
              {columns.map(({ heading, part, cell }) => (
                <td key={heading} data-heading={heading} data-part={part}>
                  <div>{cell(row, index)}</div>
                </td>
              ))}
              {actions && (
                <td className="table-actions" aria-label={t.actions}>
                  {actions(row)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type TableSkeletonProps = {
  /** Read out, e.g. 'Loading the users…'. */
  label: string
  headings: readonly string[]
  rows?: number
  /** Height of what the highest cell holds. */
  height?: string
}

/** A table on its way, in its size. */
export function TableSkeleton({ label, headings, rows = 5, height }: TableSkeletonProps) {
  const columns = headings.map((heading) => ({
    heading,
    cell: () => <Skeleton width="80%" {...(height !== undefined && { height })} />,
  }))
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {label}
      </p>
      <div aria-hidden="true">
        <Table
          caption=""
          hideCaption
          columns={columns}
          rows={Array.from({ length: rows }, (_, row) => String(row))}
          rowKey={(row) => row}
        />
      </div>
    </div>
  )
}

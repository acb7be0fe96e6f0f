import type { ReactNode } from 'react'
import { useTexts } from '../i18n/language.tsx'
import './table.css'
import { uiTexts } from './texts.ts'

export type Column<Row> = {
  heading: string
  cell: (row: Row, index: number) => ReactNode
}

type TableProps<Row> = {
  caption: string
  /** The page's heading may say the same already. */
  hideCaption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** What can be done about a row, beside the columns or at the foot of its card. */
  actions?: (row: Row) => ReactNode
}

/** A table that turns each row into a card where there is no room for columns. */
export function Table<Row>({ caption, hideCaption, columns, rows, ...rest }: TableProps<Row>) {
  const { rowKey, actions } = rest
  const t = useTexts(uiTexts)
  return (
    <div className="table-room">
      <table className="table">
        <caption className={hideCaption ? 'visually-hidden' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ heading }) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
            {actions && <td aria-hidden="true" />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row)}>
              {columns.map(({ heading, cell }) => (
                <td key={heading} data-heading={heading}>
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

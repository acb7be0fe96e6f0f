import { Link } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import type { WaitInLine } from '../../contract/waitlist/staff-endpoints.ts'
import { ClinicInstant } from '../i18n/clinic-instant.tsx'
import { instantText } from '../i18n/instant-text.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { type Column, Table } from '../ui/table.tsx'
import './line-table.css'
import { lineTexts } from './line-texts.ts'
import { daysText, timesText, whenText } from './wait-text.ts'

type LineTableProps = { waits: readonly WaitInLine[]; zone: string | null }

export function LineTable({ waits, zone }: LineTableProps) {
  const t = useTexts(lineTexts)
  const { patient, treatment, suits, now, held, since } = t.headings
  const columns: readonly Column<WaitInLine>[] = [
    { heading: patient, cell: (wait) => <Person wait={wait} /> },
    { heading: treatment, cell: (wait) => wait.treatment },
    { heading: suits, cell: (wait) => <Suits wait={wait} /> },
    { heading: now, cell: (wait) => <HasNow wait={wait} /> },
    { heading: held, cell: (wait) => <Held wait={wait} zone={zone} /> },
    { heading: since, cell: ({ askedAt }) => <ClinicInstant at={askedAt} zone={zone} /> },
  ]
  return (
    <Table caption={t.title} hideCaption columns={columns} rows={waits} rowKey={({ _id }) => _id} />
  )
}

type CellProps = { wait: WaitInLine }

function Person({ wait: { patientName, patient, phone } }: CellProps) {
  return (
    <span className="line-cell">
      {patientName}
      <span className="line-detail">{patient}</span>
      {phone !== '' && <span className="line-detail">{phone}</span>}
    </span>
  )
}

function Suits({ wait }: CellProps) {
  const language = useLanguage()
  return (
    <span className="line-cell">
      {daysText(language, wait)}
      <span className="line-detail">{timesText(language, wait)}</span>
    </span>
  )
}

function HasNow({ wait: { appointment } }: CellProps) {
  const language = useLanguage()
  const { nothingYet } = useTexts(lineTexts)
  if (!appointment) return nothingYet
  return <Link to={paths.staffAppointment(appointment._id)}>{whenText(language, appointment)}</Link>
}

function Held({ wait: { held, paused }, zone }: CellProps & Pick<LineTableProps, 'zone'>) {
  const language = useLanguage()
  const { notHeld, until, paused: because } = useTexts(lineTexts)
  if (!held) return paused ? because[paused] : notHeld
  return (
    <span className="line-cell">
      {whenText(language, held)}
      {zone !== null && (
        <span className="line-detail">{until(instantText(language, held.until, zone))}</span>
      )}
    </span>
  )
}

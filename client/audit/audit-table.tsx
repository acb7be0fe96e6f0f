import type { ReactNode } from 'react'
import type { AuditEntry } from '../../contract/audit-endpoints.ts'
import { ClinicInstant } from '../clinic-instant.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { outcomeOf } from './outcome.ts'
import { breakable, Subject } from './subject.tsx'

export const auditHeadings = ['When', 'Who', 'What', 'About', 'Detail', 'From', 'Outcome'] as const

type AuditTableProps = { entries: readonly AuditEntry[]; zone: string | null }

export function AuditTable({ entries, zone }: AuditTableProps) {
  const [when, who, what, about, detail, from, outcome] = auditHeadings
  const columns: readonly Column<AuditEntry>[] = [
    {
      heading: when,
      cell: ({ at }) => (
        <span className="audit-when">
          <ClinicInstant at={at} zone={zone} />
        </span>
      ),
    },
    { heading: who, cell: ({ actor }) => <span className="audit-who">{breakable(actor)}</span> },
    { heading: what, cell: ({ action }) => action },
    { heading: about, cell: (entry) => orNothing(entry.subject && <Subject entry={entry} />) },
    { heading: detail, cell: (entry) => orNothing(entry.detail) },
    {
      heading: from,
      cell: ({ address }) => <span className="audit-address">{orNothing(address)}</span>,
    },
    { heading: outcome, cell: ({ status }) => <Outcome status={status} /> },
  ]
  return (
    <div className="audit-table">
      <Table
        caption="Audit"
        hideCaption
        columns={columns}
        rows={entries}
        rowKey={({ _id }) => _id}
      />
    </div>
  )
}

function Outcome({ status }: { status: number | null }) {
  const { text, tone } = outcomeOf(status)
  return <span className={`audit-outcome audit-${tone}`}>{text}</span>
}

function orNothing(text: ReactNode): ReactNode {
  if (text !== '') return text
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">None</span>
    </>
  )
}

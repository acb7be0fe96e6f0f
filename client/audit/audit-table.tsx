import type { AuditEntry } from '../../contract/audit.ts'
import { actionText, describeEntry } from '../../contract/audit-texts.ts'
import { breakable } from '../i18n/breakable.tsx'
import { ClinicInstant } from '../i18n/clinic-instant.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { actorText, outcomeOf, tones } from './outcome.ts'
import { Subject } from './subject.tsx'
import { auditTexts } from './texts.ts'

type AuditTableProps = { entries: readonly AuditEntry[]; zone: string | null }

export function AuditTable({ entries, zone }: AuditTableProps) {
  const t = useTexts(auditTexts)
  const language = useLanguage()
  const { when, who, what, about, detail, from, outcome } = t.headings
  const columns: readonly Column<AuditEntry>[] = [
    {
      heading: when,
      cell: ({ at }) => (
        <span className="audit-when">
          <ClinicInstant at={at} zone={zone} />
        </span>
      ),
    },
    {
      heading: who,
      cell: ({ actor }) => <span className="audit-who">{breakable(actorText(actor, t))}</span>,
    },
    { heading: what, cell: (entry) => actionText(language, entry) },
    { heading: about, cell: (entry) => (entry.subject ? <Subject entry={entry} /> : <Nothing />) },
    { heading: detail, cell: (entry) => describeEntry(language, entry) || <Nothing /> },
    {
      heading: from,
      cell: ({ address }) => <span className="audit-address">{address || <Nothing />}</span>,
    },
    { heading: outcome, cell: (entry) => <Outcome entry={entry} /> },
  ]
  return (
    <div className="audit-table">
      <Table
        caption={t.title}
        hideCaption
        columns={columns}
        rows={entries}
        rowKey={({ _id }) => _id}
      />
    </div>
  )
}

function Outcome({ entry }: { entry: AuditEntry }) {
  const { outcomes } = useTexts(auditTexts)
  const outcome = outcomeOf(entry)
  return <span className={`audit-outcome audit-${tones[outcome]}`}>{outcomes[outcome]}</span>
}

function Nothing() {
  const { none } = useTexts(auditTexts)
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{none}</span>
    </>
  )
}

import { showDollars } from '../../contract/show.ts'
import type { StaffTreatment } from '../../contract/treatments/endpoints.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { RestoreTreatment } from './restore-treatment.tsx'
import { treatmentsTexts } from './texts.ts'
import { treatmentPath } from './treatment-paths.ts'

type TreatmentTableProps = {
  treatments: readonly StaffTreatment[]
  onArchive: (treatment: StaffTreatment) => void
  onChanged: () => void
}

export function TreatmentTable({ treatments, onArchive, onChanged }: TreatmentTableProps) {
  const language = useLanguage()
  const t = useTexts(treatmentsTexts)
  const { name, price, times, upcoming, action } = t.headings
  const columns: readonly Column<StaffTreatment>[] = [
    { heading: name, cell: (treatment) => <Name treatment={treatment} /> },
    { heading: price, cell: (treatment) => showDollars(language, treatment.price) },
    { heading: times, cell: ({ slots }) => slots.length || t.noTimes },
    { heading: upcoming, cell: (treatment) => treatment.upcoming },
    {
      heading: action,
      cell: (treatment) => (
        <span className="treatment-actions">
          <ButtonLink
            variant="quiet"
            className="row-button"
            to={treatmentPath(treatment._id)}
            aria-label={t.editOf(treatment.name)}
          >
            {t.edit}
          </ButtonLink>
          {treatment.archived ? (
            <RestoreTreatment treatment={treatment} onRestored={onChanged} />
          ) : (
            <Button
              variant="danger"
              className="row-button"
              aria-label={t.archiveOf(treatment.name)}
              onClick={() => onArchive(treatment)}
            >
              {t.archive}
            </Button>
          )}
        </span>
      ),
    },
  ]
  return (
    <Table
      caption={t.title}
      hideCaption
      columns={columns}
      rows={treatments}
      rowKey={({ _id }) => _id}
    />
  )
}

function Name({ treatment: { name, archived } }: { treatment: StaffTreatment }) {
  const t = useTexts(treatmentsTexts)
  return (
    <span className="treatment-name">
      <strong>{name}</strong>
      {archived && <span className="treatment-archived">{t.archived}</span>}
    </span>
  )
}

import type { StaffTreatment } from '../../contract/treatment-endpoints.ts'
import { dollarText } from '../price-text.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { RestoreTreatment } from './restore-treatment.tsx'
import { treatmentPath } from './treatment-paths.ts'

export const treatmentHeadings = ['Name', 'Price', 'Times a day', 'Upcoming', 'Action'] as const

type TreatmentTableProps = {
  treatments: readonly StaffTreatment[]
  onArchive: (treatment: StaffTreatment) => void
  onChanged: () => void
}

export function TreatmentTable({ treatments, onArchive, onChanged }: TreatmentTableProps) {
  const [name, price, times, upcoming, action] = treatmentHeadings
  const columns: readonly Column<StaffTreatment>[] = [
    { heading: name, cell: (treatment) => <Name treatment={treatment} /> },
    { heading: price, cell: (treatment) => dollarText(treatment.price) },
    { heading: times, cell: ({ slots }) => slots.length || 'None yet' },
    { heading: upcoming, cell: (treatment) => treatment.upcoming },
    {
      heading: action,
      cell: (treatment) => (
        <span className="treatment-actions">
          <ButtonLink
            variant="quiet"
            className="row-button"
            to={treatmentPath(treatment._id)}
            aria-label={`Edit ${treatment.name}`}
          >
            Edit
          </ButtonLink>
          {treatment.archived ? (
            <RestoreTreatment treatment={treatment} onRestored={onChanged} />
          ) : (
            <Button
              variant="danger"
              className="row-button"
              aria-label={`Archive ${treatment.name}`}
              onClick={() => onArchive(treatment)}
            >
              Archive
            </Button>
          )}
        </span>
      ),
    },
  ]
  return (
    <Table
      caption="Treatments"
      hideCaption
      columns={columns}
      rows={treatments}
      rowKey={({ _id }) => _id}
    />
  )
}

function Name({ treatment: { name, archived } }: { treatment: StaffTreatment }) {
  return (
    <span className="treatment-name">
      <strong>{name}</strong>
      {archived && <span className="treatment-archived">Archived</span>}
    </span>
  )
}

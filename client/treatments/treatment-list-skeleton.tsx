import { StaffPage } from '../staff-page.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import { treatmentHeadings } from './treatment-table.tsx'

export function TreatmentListSkeleton() {
  return (
    <StaffPage title="Treatments">
      <TableSkeleton
        label="Loading the treatments…"
        headings={treatmentHeadings}
        rows={6}
        height="44px"
      />
    </StaffPage>
  )
}

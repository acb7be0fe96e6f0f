import { StaffPage } from '../app/staff-page.tsx'
import { useTexts } from '../i18n/language.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import { treatmentsTexts } from './texts.ts'

export function TreatmentListSkeleton() {
  const t = useTexts(treatmentsTexts)
  return (
    <StaffPage title={t.title}>
      <TableSkeleton
        label={t.loading}
        headings={Object.values(t.headings)}
        rows={6}
        height="44px"
      />
    </StaffPage>
  )
}

import { StaffPage } from '../app/staff-page.tsx'
import { useTexts } from '../i18n/language.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import { treatmentsTexts } from './texts.ts'

export function TreatmentListSkeleton() {
  const say = useTexts(treatmentsTexts)
  return (
    <StaffPage title={say.title}>
      <TableSkeleton
        label={say.loading}
        headings={Object.values(say.headings)}
        rows={6}
        height="44px"
      />
    </StaffPage>
  )
}

import { useTexts } from '../i18n/language.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import { listTexts } from './list-texts.ts'

export function AppointmentsSkeleton() {
  const { headings, loading } = useTexts(listTexts)
  return <TableSkeleton label={loading} headings={Object.values(headings)} rows={3} height="44px" />
}

import { lineEndpoints } from '../../contract/waitlist/staff-endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { PagedList } from '../data/paged-list.tsx'
import { usePages } from '../data/use-pages.ts'
import { useClinicZone } from '../i18n/clinic-instant.tsx'
import { useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/no-appointments.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import { LineTable } from './line-table.tsx'
import { lineTexts } from './line-texts.ts'

/** Who of the clinic's patients waits for an earlier slot. */
export function LinePage() {
  const t = useTexts(lineTexts)
  const zone = useClinicZone()
  const pages = usePages('line', (after, signal) =>
    call(lineEndpoints.listLine, { query: { after } }, { signal }),
  )
  return (
    <StaffPage title={t.title}>
      <p>{t.intro}</p>
      <PagedList
        pages={pages}
        what={t.what}
        pagerLabel={t.pages}
        skeleton={<TableSkeleton label={t.loading} headings={Object.values(t.headings)} rows={5} />}
        empty={
          <EmptyState picture={picture} title={t.emptyTitle}>
            <p>{t.emptyText}</p>
          </EmptyState>
        }
      >
        {(waits) => <LineTable waits={waits} zone={zone} />}
      </PagedList>
    </StaffPage>
  )
}

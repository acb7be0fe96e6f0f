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
  const say = useTexts(lineTexts)
  const zone = useClinicZone()
  const pages = usePages('line', (after, signal) =>
    call(lineEndpoints.listLine, { query: { after } }, { signal }),
  )
  return (
    <StaffPage title={say.title}>
      <p>{say.intro}</p>
      <PagedList
        pages={pages}
        what={say.what}
        pagerLabel={say.pages}
        skeleton={
          <TableSkeleton label={say.loading} headings={Object.values(say.headings)} rows={5} />
        }
        empty={
          <EmptyState picture={picture} title={say.emptyTitle}>
            <p>{say.emptyText}</p>
          </EmptyState>
        }
      >
        {(waits) => <LineTable waits={waits} zone={zone} />}
      </PagedList>
    </StaffPage>
  )
}

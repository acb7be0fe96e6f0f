import { auditEndpoints } from '../../contract/audit/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { PagedList } from '../data/paged-list.tsx'
import { usePagedRead } from '../data/use-paged-read.ts'
import { read } from '../data/use-read.ts'
import { useSearch } from '../data/use-search.ts'
import { useClinicZone } from '../i18n/clinic-instant.tsx'
import { useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/no-appointments.svg'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import './audit-page.css'
import { AuditTable } from './audit-table.tsx'
import { auditTexts } from './texts.ts'

/** Who of the staff did or saw what; to be read, never to be changed. */
export function AuditPage() {
  const t = useTexts(auditTexts)
  const { search, text, setText, send } = useSearch()
  const zone = useClinicZone()
  const pages = usePagedRead((after) =>
    read(auditEndpoints.listAudit, { query: { search: search || undefined, after } }),
  )
  return (
    <StaffPage title={t.title}>
      <SearchField
        label={t.search}
        hint={t.searchHint}
        value={text}
        onChange={setText}
        onSubmit={send}
      />
      <PagedList
        pages={pages}
        what={t.what}
        pagerLabel={t.pages}
        skeleton={<TableSkeleton label={t.loading} headings={Object.values(t.headings)} rows={8} />}
        empty={
          <EmptyState picture={picture} title={t.nothing}>
            <p>{t.nothingBegins(search)}</p>
          </EmptyState>
        }
      >
        {(entries) => <AuditTable entries={entries} zone={zone} />}
      </PagedList>
    </StaffPage>
  )
}

import { auditEndpoints } from '../../contract/audit-endpoints.ts'
import { call } from '../api.ts'
import { useClinicZone } from '../clinic-instant.tsx'
import { PagedList } from '../paged-list.tsx'
import { StaffPage } from '../staff-page.tsx'
import picture from '../ui/art/no-appointments.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import { usePages } from '../use-pages.ts'
import { useSearch } from '../use-search.ts'
import './audit-page.css'
import { AuditTable, auditHeadings } from './audit-table.tsx'

/** Who of the staff did or saw what; to be read, never to be changed. */
export function AuditPage() {
  const { search, text, setText, send } = useSearch()
  const zone = useClinicZone()
  const pages = usePages(search, (after, signal) =>
    call(auditEndpoints.listAudit, { query: { search: search || undefined, after } }, { signal }),
  )
  return (
    <StaffPage title="Audit">
      <SearchField
        label="Search the audit"
        hint="By the beginning of who it was, or of what it was about"
        value={text}
        onChange={setText}
        onSubmit={send}
      />
      <PagedList
        pages={pages}
        what="The audit"
        pagerLabel="Pages of the audit"
        skeleton={<TableSkeleton label="Loading the audit…" headings={auditHeadings} rows={8} />}
        empty={
          <EmptyState picture={picture} title="Nothing found">
            <p>No entry is by or about somebody or something that begins with “{search}”.</p>
          </EmptyState>
        }
      >
        {(entries) => <AuditTable entries={entries} zone={zone} />}
      </PagedList>
    </StaffPage>
  )
}

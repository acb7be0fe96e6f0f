import { useRef, useState } from 'react'
import type { User } from '../../contract/users/user.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { PagedList } from '../data/paged-list.tsx'
import { usePages } from '../data/use-pages.ts'
import { useSearch } from '../data/use-search.ts'
import { useTexts } from '../i18n/language.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import { loadUsers, usersPerPage } from './load-users.ts'
import { NobodyFound } from './nobody-found.tsx'
import { RemoveUserModal } from './remove-user-modal.tsx'
import { usersTexts } from './texts.ts'
import './users-page.css'
import { UsersTable } from './users-table.tsx'

/** Everybody with an account: make them an admin, or remove them. */
export function UsersPage() {
  const t = useTexts(usersTexts)
  const { search, text, setText, send } = useSearch()
  const pages = usePages(search, (after, signal) => loadUsers(search, after, signal))
  const [leaving, setLeaving] = useState<User>()
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <StaffPage title={t.title} heading={heading}>
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
        skeleton={
          <TableSkeleton label={t.loading} headings={Object.values(t.headings)} height="44px" />
        }
        empty={<NobodyFound search={search} onShowAll={() => setText('')} />}
      >
        {(users) => (
          <UsersTable
            users={users}
            firstIndex={(pages.dataPage - 1) * usersPerPage + 1}
            onChanged={pages.reload}
            onRemove={setLeaving}
          />
        )}
      </PagedList>
      <RemoveUserModal
        user={leaving}
        onClose={() => setLeaving(undefined)}
        onRemoved={() => {
          setLeaving(undefined)
          pages.reload()
        }}
        focusAfterwards={heading}
      />
    </StaffPage>
  )
}

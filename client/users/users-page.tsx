import { useRef, useState } from 'react'
import type { User } from '../../contract/user.ts'
import { PagedList } from '../paged-list.tsx'
import { StaffPage } from '../staff-page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import { usePages } from '../use-pages.ts'
import { useSearch } from '../use-search.ts'
import { loadUsers, usersPerPage } from './load-users.ts'
import { NobodyFound } from './nobody-found.tsx'
import { RemoveUserModal } from './remove-user-modal.tsx'
import './users-page.css'
import { UsersTable, userHeadings } from './users-table.tsx'

/** Everybody with an account: make them an admin, or remove them. */
export function UsersPage() {
  const { search, text, setText, send } = useSearch()
  const pages = usePages(search, (after, signal) => loadUsers(search, after, signal))
  const [leaving, setLeaving] = useState<User>()
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <StaffPage title="All Users" heading={heading}>
      <SearchField
        label="Search users"
        hint="By the beginning of an e-mail or a name"
        value={text}
        onChange={setText}
        onSubmit={send}
      />
      <PagedList
        pages={pages}
        what="The users"
        pagerLabel="Pages of users"
        skeleton={
          <TableSkeleton label="Loading the users…" headings={userHeadings} height="44px" />
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

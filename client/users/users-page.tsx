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
  const say = useTexts(usersTexts)
  const { search, text, setText, send } = useSearch()
  const pages = usePages(search, (after, signal) => loadUsers(search, after, signal))
  const [leaving, setLeaving] = useState<User>()
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <StaffPage title={say.title} heading={heading}>
      <SearchField
        label={say.search}
        hint={say.searchHint}
        value={text}
        onChange={setText}
        onSubmit={send}
      />
      <PagedList
        pages={pages}
        what={say.what}
        pagerLabel={say.pages}
        skeleton={
          <TableSkeleton label={say.loading} headings={Object.values(say.headings)} height="44px" />
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

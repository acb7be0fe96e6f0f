import type { User } from '../../contract/users/user.ts'
import { useTexts } from '../i18n/language.tsx'
import { useSession } from '../identity/session.tsx'
import { Button } from '../ui/button.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { LiftLimits } from './lift-limits.tsx'
import { MakeAdmin } from './make-admin.tsx'
import { usersTexts } from './texts.ts'

type UsersTableProps = {
  users: readonly User[]
  /** Of the first row; pages go on counting. */
  firstIndex: number
  onChanged: () => void
  onRemove: (user: User) => void
}

export function UsersTable({ users, firstIndex, onChanged, onRemove }: UsersTableProps) {
  const t = useTexts(usersTexts)
  const own = useSession().user?.email
  const { index, email, makeAdmin, remove } = t.headings
  const columns: readonly Column<User>[] = [
    { heading: index, cell: (_, row) => firstIndex + row },
    { heading: email, cell: (user) => <Person user={user} onChanged={onChanged} /> },
    { heading: makeAdmin, cell: (user) => <MakeAdmin user={user} onChanged={onChanged} /> },
    {
      heading: remove,
      cell: (user) =>
        user.email === own ? (
          <span className="user-fact">{t.you}</span>
        ) : (
          <Button
            variant="danger"
            className="row-button"
            aria-label={t.removeOf(user.email)}
            onClick={() => onRemove(user)}
          >
            {remove}
          </Button>
        ),
    },
  ]
  return (
    <Table caption={t.title} hideCaption columns={columns} rows={users} rowKey={({ _id }) => _id} />
  )
}

function Person({ user, onChanged }: { user: User; onChanged: () => void }) {
  const t = useTexts(usersTexts)
  return (
    <span className="user-person">
      {user.email}
      {user.name !== '' && <span className="user-name">{user.name}</span>}
      {!user.verified && <span className="user-name">{t.notVerified}</span>}
      {user.role === 'patient' && <LiftLimits user={user} onChanged={onChanged} />}
    </span>
  )
}

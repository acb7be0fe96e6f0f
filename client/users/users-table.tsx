import type { User } from '../../contract/user.ts'
import { useSession } from '../identity/session.tsx'
import { Button } from '../ui/button.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { MakeAdmin } from './make-admin.tsx'

export const userHeadings = ['Index', 'Email', 'Make admin', 'Remove user'] as const

type UsersTableProps = {
  users: readonly User[]
  /** Of the first row; pages go on counting. */
  firstIndex: number
  onChanged: () => void
  onRemove: (user: User) => void
}

export function UsersTable({ users, firstIndex, onChanged, onRemove }: UsersTableProps) {
  const own = useSession().user?.email
  const [index, email, makeAdmin, remove] = userHeadings
  const columns: readonly Column<User>[] = [
    { heading: index, cell: (_, row) => firstIndex + row },
    { heading: email, cell: (user) => <Person user={user} /> },
    { heading: makeAdmin, cell: (user) => <MakeAdmin user={user} onChanged={onChanged} /> },
    {
      heading: remove,
      cell: (user) =>
        user.email === own ? (
          <span className="user-fact">You</span>
        ) : (
          <Button
            variant="danger"
            className="row-button"
            aria-label={`Remove user ${user.email}`}
            onClick={() => onRemove(user)}
          >
            Remove user
          </Button>
        ),
    },
  ]
  return (
    <Table
      caption="All Users"
      hideCaption
      columns={columns}
      rows={users}
      rowKey={({ _id }) => _id}
    />
  )
}

function Person({ user }: { user: User }) {
  return (
    <span className="user-person">
      {user.email}
      {user.name !== '' && <span className="user-name">{user.name}</span>}
      {!user.verified && <span className="user-name">E-mail not verified</span>}
    </span>
  )
}

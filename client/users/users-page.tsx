import { type RefObject, useRef, useState } from 'react'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { paths } from '../../contract/page-paths.ts'
import { roleTexts } from '../../contract/role-texts.ts'
import { showDollars } from '../../contract/show.ts'
import { userEndpoints } from '../../contract/users/endpoints.ts'
import type { User } from '../../contract/users/user.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call, refusalOf } from '../data/api.ts'
import { type ListPage, PagedList } from '../data/paged-list.tsx'
import { useAction } from '../data/use-action.ts'
import { usePagedRead } from '../data/use-paged-read.ts'
import { read, readTogether, useRead } from '../data/use-read.ts'
import { useSearch } from '../data/use-search.ts'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { breakable } from '../i18n/breakable.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { useSession } from '../identity/session/session.tsx'
import picture from '../ui/art/no-appointments.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { RadioChoice } from '../ui/fields/radio-choice.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { Link } from '../ui/link.tsx'
import { ConfirmModal } from '../ui/modal/modal.tsx'
import { type Column, Table, TableSkeleton } from '../ui/table.tsx'
import { RoleActs, type RoleAsked, RoleModals } from './role-modals.tsx'
import { usersTexts } from './texts.ts'
import './users-page.css'

const usersPerPage = 50

/** All accounts: each can be made an admin, lose that role, or be removed. */
export function UsersPage() {
  const t = useTexts(usersTexts)
  const { search, text, setText, send, showAll, field } = useSearch()
  const pages = usePagedRead((after) => pageOfUsers(search, after))
  const [removing, setRemoving] = useState<User>()
  const [changing, setChanging] = useState<AdminChange>()
  const [asked, setAsked] = useState<RoleAsked>()
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <StaffPage
      title={t.title}
      heading={heading}
      beside={<Link to={paths.roles}>{t.rolesPage}</Link>}
    >
      <SearchField
        label={t.search}
        hint={t.searchHint}
        value={text}
        onChange={setText}
        onSubmit={send}
        field={field}
      />
      <PagedList
        pages={pages}
        what={t.what}
        pagerLabel={t.pages}
        skeleton={
          <TableSkeleton label={t.loading} headings={Object.values(t.headings)} height="44px" />
        }
        empty={<NoUserFound search={search} onShowAll={showAll} />}
      >
        {(users) => (
          <UsersTable
            users={users}
            firstIndex={(pages.dataPage - 1) * usersPerPage + 1}
            onRemove={setRemoving}
            onAskAdmin={setChanging}
            onAskRole={setAsked}
          />
        )}
      </PagedList>
      <AdminModal
        change={changing}
        onClose={() => setChanging(undefined)}
        focusAfterwards={heading}
      />
      <RoleModals asked={asked} onClose={() => setAsked(undefined)} focusAfterwards={heading} />
      <RemoveUserModal
        user={removing}
        onClose={() => setRemoving(undefined)}
        focusAfterwards={heading}
      />
    </StaffPage>
  )
}

/** The call answers a bare list: one row more than is shown says that more follow. */
function pageOfUsers(search: string, after: string | undefined) {
  const query = { search: search || undefined, after, limit: usersPerPage + 1 }
  return readTogether(
    'users',
    [userEndpoints.listUsers],
    query,
    async (signal): Promise<ListPage<User>> => {
      const users = await call(userEndpoints.listUsers, { query }, { signal })
      const rows = users.slice(0, usersPerPage)
      return { rows, next: users.length > usersPerPage ? (rows.at(-1)?.email ?? null) : null }
    },
  )
}

/** Only a search can be empty: the current user is always listed. */
function NoUserFound({ search, onShowAll }: { search: string; onShowAll: () => void }) {
  const t = useTexts(usersTexts)
  return (
    <EmptyState
      picture={picture}
      title={t.nobody}
      action={
        <Button variant="quiet" onClick={onShowAll}>
          {t.showAll}
        </Button>
      }
    >
      <p>{t.nobodyHas(search)}</p>
    </EmptyState>
  )
}

type UsersTableProps = {
  users: readonly User[]
  /** Of the first row, counted over all pages. */
  firstIndex: number
  onRemove: (user: User) => void
  onAskAdmin: (asked: AdminChange) => void
  onAskRole: (asked: RoleAsked) => void
}

function UsersTable({ users, firstIndex, onRemove, onAskAdmin, onAskRole }: UsersTableProps) {
  const t = useTexts(usersTexts)
  const own = useSession().user?.email
  const { index, email, makeAdmin, remove } = t.headings
  const columns: readonly Column<User>[] = [
    { heading: index, cell: (_, row) => firstIndex + row },
    {
      heading: email,
      cell: (user) => <Account user={user} isOwn={user.email === own} onAsk={onAskRole} />,
    },
    {
      heading: makeAdmin,
      cell: (user) => <AdminCell user={user} isOwn={user.email === own} onAsk={onAskAdmin} />,
    },
    {
      heading: remove,
      cell: (user) =>
        user.email === own ? (
          <span className="user-fact">{t.you}</span>
        ) : (
          <Button
            variant="quiet"
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

type AccountProps = { user: User; isOwn: boolean; onAsk: (asked: RoleAsked) => void }

function Account({ user, isOwn, onAsk }: AccountProps) {
  const language = useLanguage()
  const t = usersTexts[language]
  return (
    <span className="user-person">
      <span>{breakable(user.email)}</span>
      {user.name !== '' && <span className="user-name">{user.name}</span>}
      {!user.verified && <span className="user-name">{t.notVerified}</span>}
      {(user.role === 'desk' || user.role === 'doctor') && (
        <span className="user-fact user-role">{roleTexts[language][user.role]}</span>
      )}
      <span className="user-name user-acts">
        {user.role === 'patient' && <Limits user={user} />}
        {!isOwn && <RoleActs user={user} onAsk={onAsk} />}
      </span>
    </span>
  )
}

/** Whether the limits of the policy hold for a patient, and the button that changes it. */
function Limits({ user: { _id, email, unbounded } }: { user: User }) {
  const t = useTexts(usersTexts)
  const { pending, run } = useAction({
    send: () =>
      call(userEndpoints.changeLimits, { params: { email: _id }, body: { unbounded: !unbounded } }),
    touches: [userEndpoints.listUsers],
    onRefused: ({ message }) => toast.error(message),
  })
  return (
    <span>
      {unbounded && `${t.limitsLifted} `}
      <button
        type="button"
        className="user-limits"
        aria-label={unbounded ? t.setLimitsOf(email) : t.liftLimitsOf(email)}
        aria-busy={pending || undefined}
        onClick={() => void run(undefined)}
      >
        {unbounded ? t.setLimits : t.liftLimits}
      </button>
    </span>
  )
}

type AdminCellProps = { user: User; isOwn: boolean; onAsk: (asked: AdminChange) => void }

/** The button that makes an account an admin; for an admin a word, and the way back. */
function AdminCell({ user, isOwn, onAsk }: AdminCellProps) {
  const t = useTexts(usersTexts)
  const { email, role, verified } = user
  if (role === 'admin') {
    return (
      <span className="user-admin">
        <span className="user-fact">{t.admin}</span>
        {!isOwn && (
          <button
            type="button"
            className="user-limits"
            aria-label={t.removeAdminOf(email)}
            onClick={() => onAsk({ user, to: 'patient' })}
          >
            {t.removeAdmin}
          </button>
        )}
      </span>
    )
  }
  if (!verified) return <span className="user-name">{t.confirmFirst}</span>
  return (
    <Button
      variant="quiet"
      className="row-button"
      aria-haspopup="dialog"
      aria-label={t.makeAdminOf(email)}
      onClick={() => onAsk({ user, to: 'admin' })}
    >
      {t.headings.makeAdmin}
    </Button>
  )
}

type AdminChange = { user: User; to: User['role'] }

type AdminModalProps = {
  /** Absent while the dialog is closed. */
  change: AdminChange | undefined
  onClose: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

/** Asks for confirmation before an account gets or loses access to everything. */
function AdminModal({ change, onClose, focusAfterwards }: AdminModalProps) {
  const t = useTexts(usersTexts)
  const { adminMade, adminNotMade } = useTexts(messageTexts)
  const { subject, ...asked } = useConfirmation(change, {
    async act({ user: { _id }, to }) {
      if (to === 'patient') return call(userEndpoints.removeAdmin, { params: { email: _id } })
      try {
        return await call(userEndpoints.makeAdmin, { params: { email: _id } })
      } catch (fault) {
        if (refusalOf(fault).status === 403) toast.error(adminNotMade)
        throw fault
      }
    },
    touches: [userEndpoints.listUsers],
    onDone: ({ user, to }, { modifiedCount }) => {
      if (to === 'patient') toast.success(t.adminRemoved(user.email))
      // Else somebody has made them an admin meanwhile, and the list shows it.
      else if (modifiedCount > 0) toast.success(adminMade)
      onClose()
    },
    onClose,
    focusAfterwards,
  })
  const who = subject?.user.name || subject?.user.email || ''
  const makes = subject?.to === 'admin'
  return (
    <ConfirmModal
      {...asked}
      title={makes ? t.makeAdminQuestion(who) : t.removeAdminQuestion(who)}
      confirmLabel={makes ? t.makeAdminNow : t.removeAdmin}
    >
      <p>
        <strong>{subject?.user.email}</strong> {makes ? t.adminMay : t.adminMayNot}
      </p>
    </ConfirmModal>
  )
}

type RemoveUserModalProps = {
  /** Absent while the dialog is closed. */
  user: User | undefined
  onClose: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

type Choice = 'keep' | 'cancel'

function RemoveUserModal({ user, onClose, focusAfterwards }: RemoveUserModalProps) {
  const t = useTexts(usersTexts)
  const [choice, setChoice] = useState<Choice>('keep')
  const close = () => {
    setChoice('keep')
    onClose()
  }
  const { subject, ...asked } = useConfirmation(user, {
    act: ({ _id, verified }) =>
      call(userEndpoints.removeUser, {
        params: { email: _id },
        query: { appointments: verified ? choice : 'cancel' },
      }),
    touches: [userEndpoints.listUsers],
    onDone: ({ email }) => {
      toast.success(t.removed(email))
      close()
    },
    onClose: close,
    focusAfterwards,
  })
  const who = subject?.name || subject?.email || ''
  return (
    <ConfirmModal {...asked} title={t.removeQuestion(who)} confirmLabel={t.removeNow(who)}>
      <p>
        {t.theAccount} <strong>{subject?.email}</strong> {t.endsAtOnce}
      </p>
      {subject && <Ending user={subject} choice={choice} onChoose={setChoice} />}
      <p>{t.recordsStay}</p>
    </ConfirmModal>
  )
}

type EndingProps = { user: User; choice: Choice; onChoose: (choice: Choice) => void }

/** What happens to the upcoming appointments of a removed account. */
function Ending({ user: { _id, verified }, choice, onChoose }: EndingProps) {
  const language = useLanguage()
  const t = useTexts(usersTexts)
  const { data, error } = useRead(read(userEndpoints.readRemoval, { params: { email: _id } }))
  if (!data) {
    if (error === undefined) return <Skeleton height="1.6em" />
    return <p>{verified ? t.endingUnknown : t.unprovedEndingUnknown}</p>
  }
  const { appointments, refund } = data
  if (appointments === 0) return <p>{t.noneToCome}</p>
  const money = refund > 0 ? t.goesBack(showDollars(language, refund)) : ''
  if (!verified) return <p>{t.unprovedCancelled(appointments)}</p>
  return (
    <RadioChoice<Choice>
      legend={t.toCome(appointments)}
      name="appointments"
      chosen={choice}
      onChoose={onChoose}
      options={[
        { value: 'keep', label: t.keepThem, hint: t.keepHint },
        { value: 'cancel', label: t.cancelThem, hint: `${t.cancelHint} ${money}`.trim() },
      ]}
    />
  )
}

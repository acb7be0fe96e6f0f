import { type RefObject, useState } from 'react'
import { roleTexts } from '../../contract/role-texts.ts'
import { Role } from '../../contract/roles.ts'
import { factorResetEndpoints, userEndpoints } from '../../contract/users/endpoints.ts'
import type { User } from '../../contract/users/user.ts'
import { call } from '../data/api.ts'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { useLanguage } from '../i18n/language.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { RadioChoice } from '../ui/fields/radio-choice.tsx'
import { ConfirmModal } from '../ui/modal/modal.tsx'
import { usersTexts } from './texts.ts'

/** The action requested for an account, while its dialog is open. */
export type RoleAsked = { user: User; kind: 'role' | 'sessions' | 'factors' }

type RoleActsProps = { user: User; onAsk: (asked: RoleAsked) => void }

/** The ways to another role, to the end of all sessions and of a lost second step, where there is one. */
export function RoleActs({ user, onAsk }: RoleActsProps) {
  const language = useLanguage()
  const t = usersTexts[language]
  const { role, email, verified, secondStep } = user
  if (!verified) return null
  return (
    <>
      <button
        type="button"
        className="user-limits"
        aria-haspopup="dialog"
        aria-label={t.roleOf(roleTexts[language][role], email)}
        onClick={() => onAsk({ user, kind: 'role' })}
      >
        {t.changeRole}
      </button>
      <button
        type="button"
        className="user-limits"
        aria-haspopup="dialog"
        aria-label={t.signOutOf(email)}
        onClick={() => onAsk({ user, kind: 'sessions' })}
      >
        {t.signOut}
      </button>
      {secondStep && (
        <button
          type="button"
          className="user-limits"
          aria-haspopup="dialog"
          aria-label={t.resetStepOf(email)}
          onClick={() => onAsk({ user, kind: 'factors' })}
        >
          {t.resetStep}
        </button>
      )}
    </>
  )
}

type RoleModalsProps = {
  /** Absent while the dialogs are closed. */
  asked: RoleAsked | undefined
  onClose: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

export function RoleModals({ asked, ...props }: RoleModalsProps) {
  const t = usersTexts[useLanguage()]
  const userFor = (kind: RoleAsked['kind']) => (asked?.kind === kind ? asked.user : undefined)
  return (
    <>
      <RoleModal user={userFor('role')} {...props} />
      <ActModal
        {...props}
        user={userFor('sessions')}
        act={({ _id }) => call(userEndpoints.endSessionsOf, { params: { email: _id } })}
        title={t.signOutQuestion}
        label={t.signOut}
        what={t.signOutWhat}
        done={t.signedOut}
      />
      {/* For whoever has lost telephone or key, and the recovery codes. */}
      <ActModal
        {...props}
        user={userFor('factors')}
        act={({ _id }) => call(factorResetEndpoints.resetFactors, { params: { email: _id } })}
        title={t.resetStepQuestion}
        label={t.resetStep}
        what={t.resetStepWhat}
        done={t.stepReset}
      />
    </>
  )
}

type ModalProps = Omit<RoleModalsProps, 'asked'> & { user: User | undefined }

function RoleModal({ user, onClose, focusAfterwards }: ModalProps) {
  const language = useLanguage()
  const t = usersTexts[language]
  const [chosen, setChosen] = useState<Role>()
  const close = () => {
    setChosen(undefined)
    onClose()
  }
  const { subject, ...confirmation } = useConfirmation(user, {
    act: ({ _id, role }) =>
      call(userEndpoints.changeRole, { params: { email: _id }, body: { role: chosen ?? role } }),
    touches: [userEndpoints.listUsers],
    onDone: ({ email, role }) => {
      toast.success(t.roleChanged(email, roleTexts[language][chosen ?? role]))
      close()
    },
    onClose: close,
    focusAfterwards,
  })
  return (
    <ConfirmModal
      {...confirmation}
      title={t.roleQuestion(subject?.name || subject?.email || '')}
      confirmLabel={t.saveRole}
    >
      <p>
        <strong>{subject?.email}</strong>
      </p>
      <RadioChoice<Role>
        legend={t.newRole}
        name="role"
        chosen={chosen ?? subject?.role ?? 'patient'}
        onChoose={setChosen}
        options={Role.options.map((value) => ({
          value,
          label: roleTexts[language][value],
          hint: t.roleMay[value],
        }))}
      />
      <p>{t.atOnce}</p>
    </ConfirmModal>
  )
}

type ActModalProps = ModalProps & {
  act: (user: { _id: string }) => Promise<unknown>
  title: (name: string) => string
  label: string
  what: string
  done: (email: string) => string
}

/** Asks before something is done to an account, which it names. */
function ActModal({ user, onClose, focusAfterwards, ...props }: ActModalProps) {
  const { subject, ...confirmation } = useConfirmation(user, {
    act: props.act,
    touches: [userEndpoints.listUsers],
    onDone: ({ email }) => {
      toast.success(props.done(email))
      onClose()
    },
    onClose,
    focusAfterwards,
  })
  return (
    <ConfirmModal
      {...confirmation}
      title={props.title(subject?.name || subject?.email || '')}
      confirmLabel={props.label}
    >
      <p>
        <strong>{subject?.email}</strong> {props.what}
      </p>
    </ConfirmModal>
  )
}

import { type RefObject, useRef, useState } from 'react'
import { type Factors, factorEndpoints, type Passkey } from '../../../contract/identity/factors.ts'
import { showInstant } from '../../../contract/show-instant.ts'
import { call } from '../../data/api.ts'
import { type Sending, useAction } from '../../data/use-action.ts'
import { bySchema } from '../../forms/problems.ts'
import { unlessGone, useConfirmation } from '../../forms/use-confirmation.ts'
import { useFocusOnceClosed } from '../../forms/use-focus-once-closed.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/fields/field.tsx'
import { ConfirmModal } from '../../ui/modal/modal.tsx'
import { knowsPasskeys, makePasskey } from './passkey.ts'
import { factorTexts } from './texts.ts'

/** What a change of a second step makes stale. */
export const touches = [factorEndpoints.readFactors]

export type FactorProps = {
  factors: Factors
  /** Makes recovery codes and shows them; what is wrong with that stands at their own button. */
  newCodes: Sending<undefined, readonly string[]>
}

/** The passkeys of an account: each can be renamed and removed, and others added. */
export function Passkeys({ factors, newCodes }: FactorProps) {
  const t = useTexts(factorTexts)
  const { passkeys, recoveryCodesLeft } = factors
  const [removing, setRemoving] = useState<Passkey>()
  const heading = useRef<HTMLHeadingElement>(null)
  const add = useAction({
    send: () => makePasskey(t.passkeyName(systemName())),
    touches,
    async onDone() {
      const codes = recoveryCodesLeft > 0 ? undefined : await newCodes.run(undefined)
      // On a phone it would cover the title of the dialog with the codes.
      if (!codes) toast.success(t.passkeyAdded)
    },
  })
  return (
    <div className="factor">
      {/* Its list goes with the last passkey. */}
      <h4 ref={heading} tabIndex={-1}>
        {t.passkeys}
      </h4>
      <p className="account-hint">{knowsPasskeys() ? t.passkeysHint : t.noPasskeys}</p>
      {passkeys.length > 0 && (
        <ul className="account-sessions" aria-label={t.passkeys}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey._id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      {knowsPasskeys() && (
        <Button variant="quiet" busy={add.pending} onClick={() => void add.run(undefined)}>
          {t.addPasskey}
        </Button>
      )}
      <ErrorLine>{add.refusal?.message}</ErrorLine>
      <RemovePasskeyModal
        passkey={removing}
        factors={factors}
        onClose={() => setRemoving(undefined)}
        focusAfterwards={heading}
      />
    </div>
  )
}

/** Roughly; it can be renamed. */
function systemName(): string | undefined {
  return /iPhone|iPad|Android|Windows|CrOS|Mac|Linux/.exec(navigator.userAgent)?.[0]
}

type PasskeyRowProps = { passkey: Passkey; onRemove: () => void }

function PasskeyRow({ passkey, onRemove }: PasskeyRowProps) {
  const t = useTexts(factorTexts)
  const language = useLanguage()
  const [isRenaming, setRenaming] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  useFocusOnceClosed(isRenaming, renameButton)
  const { name, createdAt } = passkey
  if (isRenaming) {
    return (
      <li>
        <RenameForm passkey={passkey} onClose={() => setRenaming(false)} />
      </li>
    )
  }
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        <p className="account-hint">
          {t.passkeySince}{' '}
          <time dateTime={createdAt}>{showInstant(language, createdAt, undefined)}</time>
        </p>
      </div>
      <div className="factor-buttons">
        <Button
          variant="quiet"
          className="row-button"
          aria-label={t.renameOf(name)}
          ref={renameButton}
          onClick={() => setRenaming(true)}
        >
          {t.rename}
        </Button>
        <Button
          variant="quiet"
          className="row-button"
          aria-haspopup="dialog"
          aria-label={t.removeOf(name)}
          onClick={onRemove}
        >
          {t.remove}
        </Button>
      </div>
    </li>
  )
}

const fields = ['name'] as const
const check = bySchema(factorEndpoints.namePasskey.body, fields)

type RenameFormProps = { passkey: Passkey; onClose: () => void }

function RenameForm({ passkey: { _id: id, name }, onClose }: RenameFormProps) {
  const t = useTexts(factorTexts)
  const shared = useTexts(sharedTexts)
  const form = useForm({
    start: { name },
    fields,
    check,
    send: (body) => call(factorEndpoints.namePasskey, { params: { id }, body }),
    touches,
    onDone: onClose,
  })
  return (
    <form {...form.props} className="factor-form">
      <Field
        {...form.field('name')}
        label={shared.name}
        maxLength={60}
        autoComplete="off"
        required
        // The button that opened the form is gone.
        autoFocus
        error={form.problems.name}
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <div className="factor-buttons">
        <Button variant="quiet" className="row-button" type="submit" busy={form.pending}>
          {t.rename}
        </Button>
        <Button variant="quiet" className="row-button" onClick={onClose}>
          {shared.goBack}
        </Button>
      </div>
    </form>
  )
}

type RemovePasskeyModalProps = {
  /** Absent while the dialog is closed. */
  passkey: Passkey | undefined
  factors: Factors
  onClose: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

function RemovePasskeyModal({ passkey, factors, onClose, ...rest }: RemovePasskeyModalProps) {
  const t = useTexts(factorTexts)
  const { subject, ...asked } = useConfirmation(passkey, {
    ...rest,
    act: ({ _id: id }) => call(factorEndpoints.removePasskey, { params: { id } }).catch(unlessGone),
    touches,
    onDone() {
      toast.success(t.passkeyRemoved)
      onClose()
    },
    onClose,
  })
  const name = subject?.name ?? ''
  return (
    <ConfirmModal {...asked} title={t.removeQuestion(name)} confirmLabel={t.removeOf(name)}>
      <p>{t.removeWhat}</p>
      <OnlyOne factors={factors} />
    </ConfirmModal>
  )
}

/** What else goes with the last second step of an account. */
export function OnlyOne({ factors: { authenticator, passkeys } }: { factors: Factors }) {
  const t = useTexts(factorTexts)
  return Number(authenticator) + passkeys.length === 1 && <p>{t.onlyOne}</p>
}

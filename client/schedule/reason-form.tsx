import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Modal } from '../ui/modal.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import type { Problem } from './change-problem.ts'
import { changeTexts } from './texts-changes.ts'
import { useFocusFirstError } from './use-focus-first-error.ts'
import './day-form.css'

type ReasonFormProps = {
  title: string
  /** Names what is destroyed. */
  confirmLabel: string
  /** Who will read the reason. */
  hint: string
  busy: boolean
  problem: Problem | null
  onConfirm: (reason: string) => void
  /** Something was typed: what was said about the last try is over. */
  onChange: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks, with a reason, before something is undone for good. */
export function ReasonForm(props: ReasonFormProps) {
  const { title, confirmLabel, hint, busy, problem, children } = props
  const t = useTexts(changeTexts)
  const { goBack } = useTexts(sharedTexts)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const error = isMissing ? t.reasonMissing : problem?.fields.reason
  useFocusFirstError(form, error ? { reason: error } : {})

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setMissing(reason.trim() === '')
    if (reason.trim() !== '' && !busy) props.onConfirm(reason)
  }
  return (
    <Modal title={title} isOpen alert onClose={() => !busy && props.onClose()}>
      <form className="day-form" noValidate ref={form} onSubmit={onSubmit} aria-busy={busy}>
        {children}
        <TextAreaField
          label={t.reason}
          hint={hint}
          error={error}
          maxLength={500}
          value={reason}
          onChange={({ target }) => {
            setReason(target.value)
            setMissing(false)
            props.onChange()
          }}
        />
        {!error && <ErrorLine>{problem?.text}</ErrorLine>}
        <div className="day-form-send">
          <Button type="submit" variant="danger" busy={busy}>
            {confirmLabel}
          </Button>
          <Button variant="quiet" onClick={() => !busy && props.onClose()}>
            {goBack}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

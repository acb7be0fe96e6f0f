import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { Button } from '../button.tsx'
import './confirm-modal.css'
import { ErrorLine } from '../feedback/error-line.tsx'
import { Modal } from './modal.tsx'

type ConfirmModalProps = {
  /** The question, e.g. 'Delete this doctor?'. */
  title: string
  /** Names what is destroyed: 'Delete Dr. Ada Stone', not 'OK'. */
  confirmLabel: string
  keepLabel?: string
  isOpen: boolean
  busy?: boolean
  /** Why it was not done; the dialog stays open with it. */
  error?: string | undefined
  onConfirm: () => void
  onClose: () => void
  /** What goes and what stays. */
  children: ReactNode
}

/** Asks before something is destroyed. While it is being done, the dialog stays as it is. */
export function ConfirmModal(props: ConfirmModalProps) {
  const t = useTexts(sharedTexts)
  const { title, isOpen, busy = false, error, confirmLabel, keepLabel = t.goBack } = props
  const close = () => !busy && props.onClose()
  return (
    <Modal title={title} isOpen={isOpen} onClose={close} alert>
      <div className="confirm-text">{props.children}</div>
      <ErrorLine>{error}</ErrorLine>
      <div className="confirm-buttons">
        <Button variant="danger" busy={busy} onClick={props.onConfirm}>
          {confirmLabel}
        </Button>
        <Button variant="quiet" onClick={close}>
          {keepLabel}
        </Button>
      </div>
    </Modal>
  )
}

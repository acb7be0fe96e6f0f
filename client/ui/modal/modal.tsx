import { X } from 'lucide-react'
import { createContext, memo, type ReactNode } from 'react'
import { Dialog, Heading } from 'react-aria-components/Dialog'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { ModalOverlay, Modal as Sheet } from 'react-aria-components/Modal'
import { locales } from '../../../contract/language.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { Button } from '../button.tsx'
import { ErrorLine } from '../feedback/error-line.tsx'
import { Icon } from '../icon.tsx'
import './confirm-modal.css'
import './modal.css'

/** Whether what reads it stands in a dialog. */
export const InDialog = createContext(false)

type ModalProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  /** A dialog that asks before something is destroyed; a press beside it does not close it. */
  alert?: boolean
  children: ReactNode
}

/**
 * A dialog over the page: keeps the focus, gives it back, closes on Escape. While it animates out it
 * stays as it was, so its subject may be gone from `title` and `children` once `isOpen` is false.
 */
export function Modal(props: ModalProps) {
  const { isOpen, onClose, alert = false } = props
  const language = useLanguage()
  return (
    // For the words that the dialog has of its own.
    <I18nProvider locale={locales[language]}>
      <ModalOverlay
        className="modal-overlay"
        isOpen={isOpen}
        onOpenChange={(open) => !open && onClose()}
        isDismissable={!alert}
      >
        <Sheet className="modal">
          <Content {...props} />
        </Sheet>
      </ModalOverlay>
    </I18nProvider>
  )
}

const Content = memo(
  function Content({ title, onClose, alert = false, children }: ModalProps) {
    return (
      <Dialog className="modal-dialog" role={alert ? 'alertdialog' : 'dialog'}>
        <div className="modal-head">
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          <CloseButton onClose={onClose} />
        </div>
        <InDialog value={true}>{children}</InDialog>
      </Dialog>
    )
  },
  (_, { isOpen }) => !isOpen,
)

function CloseButton({ onClose }: Pick<ModalProps, 'onClose'>) {
  const t = useTexts(sharedTexts)
  return (
    <button type="button" className="modal-close" aria-label={t.close} onClick={onClose}>
      <Icon of={X} />
    </button>
  )
}

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

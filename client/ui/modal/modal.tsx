import { X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Dialog, Heading } from 'react-aria-components/Dialog'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { ModalOverlay, Modal as Sheet } from 'react-aria-components/Modal'
import { locales } from '../../../contract/language.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { Icon } from '../icon.tsx'
import './modal.css'

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
        {children}
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

import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, Heading } from 'react-aria-components/Dialog'
import { ModalOverlay, Modal as Sheet } from 'react-aria-components/Modal'
import { Icon } from './icon.tsx'
import './modal.css'

type ModalProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  /** A dialog that asks before something is destroyed; a press beside it does not close it. */
  alert?: boolean
  children: ReactNode
}

/** A dialog over the page: keeps the focus, gives it back, closes on Escape. */
export function Modal({ title, isOpen, onClose, alert = false, children }: ModalProps) {
  return (
    <ModalOverlay
      className="modal-overlay"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!alert}
    >
      <Sheet className="modal">
        <Dialog className="modal-dialog" role={alert ? 'alertdialog' : 'dialog'}>
          <div className="modal-head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <button type="button" className="modal-close" aria-label="Close" onClick={onClose}>
              <Icon of={X} />
            </button>
          </div>
          {children}
        </Dialog>
      </Sheet>
    </ModalOverlay>
  )
}

import type { RefObject } from 'react'
import { waitingEndpoints } from '../../contract/waitlist/endpoints.ts'
import type { Wait } from '../../contract/waitlist/waitlist.ts'
import { call } from '../data/api.ts'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { useTexts } from '../i18n/language.tsx'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { toast } from '../ui/toast.ts'
import { waitingTexts } from './texts.ts'

type LeaveModalProps = {
  /** Which wish it is about; absent while nobody is asked. */
  wait: Wait | undefined
  onClose: () => void
  onLeft: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

export function LeaveModal({ wait, onClose, onLeft, focusAfterwards }: LeaveModalProps) {
  const t = useTexts(waitingTexts)
  const { subject, ...asked } = useConfirmation(wait, {
    act: ({ _id }) => call(waitingEndpoints.leaveLine, { params: { id: _id } }),
    onDone: () => {
      toast.success(t.left)
      onLeft()
    },
    onClose,
    focusAfterwards,
  })
  return (
    <ConfirmModal {...asked} title={t.leaveQuestion} confirmLabel={t.leave} keepLabel={t.stay}>
      <p>{t.leaveText(subject?.treatment ?? '')}</p>
      {subject?.offer && <p>{t.leaveHeld}</p>}
    </ConfirmModal>
  )
}

import type { RefObject } from 'react'
import { formatDay } from '../../contract/date.ts'
import { type Closure, openingEndpoints } from '../../contract/opening-endpoints.ts'
import { call } from '../api.ts'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { toast } from '../ui/toast.ts'
import { useConfirmation } from '../use-confirmation.ts'

type OpenAgainModalProps = {
  /** Which day it is about; absent while nobody is asked. */
  closure: Closure | undefined
  onClose: () => void
  onOpened: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

export function OpenAgainModal(props: OpenAgainModalProps) {
  const { subject, ...asked } = useConfirmation(props.closure, {
    act: ({ day }) => call(openingEndpoints.removeClosure, { params: { day } }),
    onDone: ({ day }) => {
      toast.success(`${formatDay(day)} is open again`)
      props.onOpened()
    },
    onClose: props.onClose,
    focusAfterwards: props.focusAfterwards,
  })
  const day = subject ? formatDay(subject.day) : ''
  return (
    <ConfirmModal
      {...asked}
      title={`Open ${day} again?`}
      confirmLabel={`Open ${day}`}
      keepLabel="Keep it closed"
    >
      <p>
        It was closed for “{subject?.reason}”. Patients can book it again, unless its weekday is
        closed.
      </p>
    </ConfirmModal>
  )
}

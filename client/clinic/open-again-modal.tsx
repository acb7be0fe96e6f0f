import type { RefObject } from 'react'
import { type Closure, openingEndpoints } from '../../contract/clinic/hours-endpoints.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { showDay } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { toast } from '../ui/toast.ts'
import { closuresTexts } from './opening-texts.ts'

type OpenAgainModalProps = {
  /** Which day it is about; absent while nobody is asked. */
  closure: Closure | undefined
  onClose: () => void
  onOpened: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

export function OpenAgainModal(props: OpenAgainModalProps) {
  const t = useTexts(closuresTexts)
  const language = useLanguage()
  const { subject, ...asked } = useConfirmation(props.closure, {
    act: ({ day }) => call(openingEndpoints.removeClosure, { params: { day } }),
    touches: [endpoints.readCalendar],
    onDone: ({ day }) => {
      toast.success(t.opened(showDay(language, day)))
      props.onOpened()
    },
    onClose: props.onClose,
    focusAfterwards: props.focusAfterwards,
  })
  const day = subject ? showDay(language, subject.day) : ''
  return (
    <ConfirmModal
      {...asked}
      title={t.openQuestion(day)}
      confirmLabel={t.openNow(day)}
      keepLabel={t.keep}
    >
      <p>{t.wasClosedFor(subject?.reason ?? '')}</p>
    </ConfirmModal>
  )
}

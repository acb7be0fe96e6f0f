import type { RefObject } from 'react'
import type { Doctor } from '../../contract/doctors/doctor.ts'
import { doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import { planChangeEndpoints } from '../../contract/doctors/plan-changes.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { call } from '../data/api.ts'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { useTexts } from '../i18n/language.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { ConfirmModal } from '../ui/modal/confirm-modal.tsx'
import { doctorsTexts } from './texts.ts'

type DeleteDoctorModalProps = {
  /** Who it is about; absent while nobody is asked. */
  doctor: Doctor | undefined
  onClose: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

export function DeleteDoctorModal({ doctor, onClose, focusAfterwards }: DeleteDoctorModalProps) {
  const t = useTexts(doctorsTexts)
  const { doctorDeleted } = useTexts(messageTexts)
  const { subject, ...asked } = useConfirmation(doctor, {
    act: ({ email }) => call(doctorEndpoints.removeDoctor, { params: { email } }),
    touches: [doctorEndpoints.listDoctors, planChangeEndpoints.listPlanChanges],
    onDone: ({ name }) => {
      toast.success(doctorDeleted(name))
      onClose()
    },
    onClose,
    focusAfterwards,
  })
  const { name = '', email = '' } = subject ?? {}
  return (
    <ConfirmModal {...asked} title={t.deleteQuestion(name)} confirmLabel={t.deleteOf(name)}>
      <p>{t.offTheList(name, email)}</p>
    </ConfirmModal>
  )
}

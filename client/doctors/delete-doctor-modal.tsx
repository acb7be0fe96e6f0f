import type { RefObject } from 'react'
import type { Doctor } from '../../contract/doctors/doctor.ts'
import { doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import { planChangeEndpoints } from '../../contract/doctors/plan-changes.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { call } from '../data/api.ts'
import { AffectedModal } from '../forms/affected-modal.tsx'
import { useAffected } from '../forms/use-affected.ts'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { useTexts } from '../i18n/language.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { ConfirmModal } from '../ui/modal/confirm-modal.tsx'
import { doctorsTexts } from './texts.ts'

const touches = [doctorEndpoints.listDoctors, planChangeEndpoints.listPlanChanges]

type DeleteDoctorModalProps = {
  /** Who it is about; absent while nobody is asked. */
  doctor: Doctor | undefined
  onClose: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

export function DeleteDoctorModal({ doctor, onClose, focusAfterwards }: DeleteDoctorModalProps) {
  const t = useTexts(doctorsTexts)
  const { doctorDeleted } = useTexts(messageTexts)
  const onDone = ({ name }: Doctor) => {
    toast.success(doctorDeleted(name))
    onClose()
  }
  const { ask, question } = useAffected({
    send: ({ _id }: Doctor, confirmed) =>
      call(doctorEndpoints.removeDoctor, {
        params: { email: _id },
        query: confirmed ? {} : { unless: 'affected' },
      }),
    touches,
    onConfirmed: (_, removed) => onDone(removed),
  })
  const { subject, ...asked } = useConfirmation(doctor, {
    act: ask,
    touches,
    onDone,
    onClose,
    focusAfterwards,
  })
  const { name = '', email = '' } = subject ?? {}
  const words = { title: t.deleteQuestion(name), confirmLabel: t.deleteOf(name) }
  return (
    <>
      <ConfirmModal {...asked} {...words}>
        <p>{t.offTheList(name, email)}</p>
      </ConfirmModal>
      <AffectedModal {...question} {...words}>
        <p>{t.settledLater}</p>
      </AffectedModal>
    </>
  )
}

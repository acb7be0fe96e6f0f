import type { ComponentProps } from 'react'
import { AffectedModal } from '../forms/affected-modal.tsx'
import { useTexts } from '../i18n/language.tsx'
import { CheckboxField } from '../ui/fields/checkbox-field.tsx'
import { openingTexts } from './opening-texts.ts'

type AffectedPatientsModalProps = Omit<
  ComponentProps<typeof AffectedModal>,
  'children' | 'confirmLabel'
> & {
  notifyPatients: boolean
  onNotifyPatients: (tell: boolean) => void
}

/** Asks before days close that appointments lie on, and whether their patients are told. */
export function AffectedPatientsModal({
  notifyPatients,
  onNotifyPatients,
  ...asked
}: AffectedPatientsModalProps) {
  const t = useTexts(openingTexts)
  return (
    <AffectedModal {...asked} confirmLabel={t.closeAnyway}>
      <p>{t.appointmentsStay}</p>
      <CheckboxField
        label={t.tell}
        hint={t.tellHint}
        checked={notifyPatients}
        onChange={onNotifyPatients}
      />
    </AffectedModal>
  )
}

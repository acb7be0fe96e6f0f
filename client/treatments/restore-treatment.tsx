import { useState } from 'react'
import { endpoints } from '../../contract/endpoints.ts'
import { type StaffTreatment, treatmentEndpoints } from '../../contract/treatments/endpoints.ts'
import { ApiError, call } from '../data/api.ts'
import { touch } from '../data/touch.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { treatmentsTexts } from './texts.ts'

type RestoreTreatmentProps = { treatment: StaffTreatment; onRestored: () => void }

/** Puts an archived treatment back on offer; nothing is lost by it, so nobody is asked twice. */
export function RestoreTreatment({ treatment, onRestored }: RestoreTreatmentProps) {
  const t = useTexts(treatmentsTexts)
  const { unexpected } = useTexts(sharedTexts)
  const [isBusy, setBusy] = useState(false)

  async function restore() {
    setBusy(true)
    try {
      await call(treatmentEndpoints.archiveTreatment, {
        params: { id: treatment._id },
        body: { archived: false },
      })
      touch(endpoints.listTreatments)
      toast.success(t.restored(treatment.name))
      onRestored()
    } catch (fault) {
      toast.error(fault instanceof ApiError ? fault.message : unexpected)
    }
    setBusy(false)
  }

  return (
    <Button
      variant="quiet"
      className="row-button"
      busy={isBusy}
      aria-label={t.restoreOf(treatment.name)}
      onClick={() => void restore()}
    >
      {t.restore}
    </Button>
  )
}

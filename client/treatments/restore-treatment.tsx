import { useState } from 'react'
import { type StaffTreatment, treatmentEndpoints } from '../../contract/treatment-endpoints.ts'
import { ApiError, call } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'

type RestoreTreatmentProps = { treatment: StaffTreatment; onRestored: () => void }

/** Puts an archived treatment back on offer; nothing is lost by it, so nobody is asked twice. */
export function RestoreTreatment({ treatment, onRestored }: RestoreTreatmentProps) {
  const [isBusy, setBusy] = useState(false)

  async function restore() {
    setBusy(true)
    try {
      await call(treatmentEndpoints.archiveTreatment, {
        params: { id: treatment._id },
        body: { archived: false },
      })
      toast.success(`${treatment.name} is on offer again`)
      onRestored()
    } catch (fault) {
      toast.error(fault instanceof ApiError ? fault.message : 'Something went wrong on our side.')
    }
    setBusy(false)
  }

  return (
    <Button
      variant="quiet"
      className="row-button"
      busy={isBusy}
      aria-label={`Restore ${treatment.name}`}
      onClick={() => void restore()}
    >
      Restore
    </Button>
  )
}

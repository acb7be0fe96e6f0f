import { useSearchParams } from 'react-router'
import { treatmentEndpoints } from '../../contract/treatments/endpoints.ts'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { useFetched } from '../data/use-fetched.ts'
import { useTexts } from '../i18n/language.tsx'
import { treatmentsTexts } from './texts.ts'
import { TreatmentForm } from './treatment-form.tsx'
import { TreatmentList } from './treatment-list.tsx'
import { TreatmentListSkeleton } from './treatment-list-skeleton.tsx'
import { chosenTreatment, newTreatment } from './treatment-paths.ts'
import './treatments-page.css'
import { UnknownTreatment } from './unknown-treatment.tsx'

/** What the clinic offers, and the form of one treatment where the address names one. */
export function TreatmentsPage() {
  const t = useTexts(treatmentsTexts)
  const [query] = useSearchParams()
  const fetched = useFetched('treatments', (signal) =>
    call(treatmentEndpoints.listStaffTreatments, {}, { signal }),
  )
  const { data, error, isLoading, reload } = fetched
  const chosen = query.get(chosenTreatment)
  const treatment = data?.find(({ _id }) => _id === chosen)

  if (chosen === newTreatment) return <TreatmentForm key={chosen} onSaved={reload} />
  if (data && chosen !== null && !treatment && !isLoading) return <UnknownTreatment />
  if (treatment) return <TreatmentForm key={treatment._id} treatment={treatment} onSaved={reload} />
  if (data) return <TreatmentList treatments={data} onChanged={reload} />
  if (error === undefined) return <TreatmentListSkeleton />
  return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
}

import { useParams } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { privacyEndpoints } from '../../contract/privacy/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { LoadFailure } from '../data/load-failure.tsx'
import { read, useRead } from '../data/use-read.ts'
import { Appointments, Looks, Records, StoredData, Written } from '../domain/stored-data/parts.tsx'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { patientTexts } from './patient-texts.ts'

/** All that is stored of a patient, to hand over: a file, or on paper. */
export function PatientDataPage() {
  const { id = '' } = useParams()
  const t = useTexts(patientTexts)
  const { loading } = useTexts(sharedTexts)
  const { data, error, isLoading, reload } = useRead(
    read(privacyEndpoints.exportPatient, { params: { id } }),
  )
  if (!data && error !== undefined) {
    return <LoadFailure what={t.dataWhat} error={error} onRetry={reload} busy={isLoading} />
  }
  const name = data?.records[0]?.name ?? ''
  const back = (
    <ButtonLink variant="quiet" to={paths.patient(id)}>
      {t.toPatient}
    </ButtonLink>
  )
  return (
    <StaffPage title={t.dataOf(name)}>
      {data ? (
        <StoredData data={data} lead={t.dataLead} action={back}>
          <Records data={data} />
          <Appointments data={data} name={name} />
          <Written data={data} name={name} />
          <Looks looks={data.looks} />
        </StoredData>
      ) : (
        <div aria-busy="true">
          <p className="visually-hidden" role="status">
            {loading}
          </p>
          <Skeleton height="480px" />
        </div>
      )}
    </StaffPage>
  )
}

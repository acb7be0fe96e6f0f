import { clinicEndpoints } from '../../contract/clinic/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { useFetched } from '../data/use-fetched.ts'
import { useTexts } from '../i18n/language.tsx'
import './clinic-profile-page.css'
import { ProfileForm } from './profile-form.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { profileTexts } from './profile-texts.ts'

/** What the public pages say of the clinic. */
export function ClinicProfilePage() {
  const t = useTexts(profileTexts)
  const { data, error, isLoading, reload } = useFetched('clinic-profile', (signal) =>
    call(clinicEndpoints.readProfile, {}, { signal }),
  )
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  return (
    <StaffPage title={t.title}>
      <p className="profile-lead">{t.lead}</p>
      {data ? <ProfileForm profile={data} /> : <ProfileSkeleton />}
    </StaffPage>
  )
}

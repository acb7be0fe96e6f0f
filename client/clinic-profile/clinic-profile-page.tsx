import { clinicEndpoints } from '../../contract/clinic-endpoints.ts'
import { call } from '../api.ts'
import { useTexts } from '../language.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { StaffPage } from '../staff-page.tsx'
import { useFetched } from '../use-fetched.ts'
import './clinic-profile-page.css'
import { ProfileForm } from './profile-form.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { profileTexts } from './texts.ts'

/** What the public pages say of the clinic. */
export function ClinicProfilePage() {
  const say = useTexts(profileTexts)
  const { data, error, isLoading, reload } = useFetched('clinic-profile', (signal) =>
    call(clinicEndpoints.readProfile, {}, { signal }),
  )
  if (!data && error !== undefined) {
    return <LoadFailure what={say.what} error={error} onRetry={reload} busy={isLoading} />
  }
  return (
    <StaffPage title={say.title}>
      <p className="profile-lead">{say.lead}</p>
      {data ? <ProfileForm profile={data} /> : <ProfileSkeleton />}
    </StaffPage>
  )
}

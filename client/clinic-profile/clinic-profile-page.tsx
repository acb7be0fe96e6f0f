import { clinicEndpoints } from '../../contract/clinic-endpoints.ts'
import { call } from '../api.ts'
import { LoadFailure } from '../load-failure.tsx'
import { StaffPage } from '../staff-page.tsx'
import { useFetched } from '../use-fetched.ts'
import './clinic-profile-page.css'
import { ProfileForm } from './profile-form.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

/** What the public pages say of the clinic. */
export function ClinicProfilePage() {
  const { data, error, isLoading, reload } = useFetched('clinic-profile', (signal) =>
    call(clinicEndpoints.readProfile, {}, { signal }),
  )
  if (!data && error !== undefined) {
    return <LoadFailure what="The clinic profile" error={error} onRetry={reload} busy={isLoading} />
  }
  return (
    <StaffPage title="Clinic Profile">
      <p className="profile-lead">Patients see a change on the public pages as soon as you save.</p>
      {data ? <ProfileForm profile={data} /> : <ProfileSkeleton />}
    </StaffPage>
  )
}

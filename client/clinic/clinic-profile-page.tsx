import { clinicEndpoints } from '../../contract/clinic/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { LoadFailure } from '../data/load-failure.tsx'
import { read, useRead } from '../data/use-read.ts'
import { useTexts } from '../i18n/language.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import './clinic-profile.css'
import { ProfileForm } from './profile-form.tsx'
import { profileTexts } from './profile-texts.ts'

/** What the public pages say of the clinic. */
export function ClinicProfilePage() {
  const t = useTexts(profileTexts)
  const profile = useRead(read(clinicEndpoints.readProfile, {}), { fresh: true })
  const { data, error, isLoading, reload } = profile
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

const lines = ['name', 'address', 'phone', 'hours']
const pages = ['about', 'contact']

function ProfileSkeleton() {
  const t = useTexts(profileTexts)
  return (
    <div className="profile-form" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      {lines.map((line) => (
        <Skeleton key={line} height="80px" />
      ))}
      {pages.map((page) => (
        <Skeleton key={page} height="320px" />
      ))}
    </div>
  )
}

import { useTexts } from '../i18n/language.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { profileTexts } from './profile-texts.ts'

const lines = ['name', 'address', 'phone', 'hours']
const pages = ['about', 'contact']

export function ProfileSkeleton() {
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

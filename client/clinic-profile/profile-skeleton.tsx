import { Skeleton } from '../ui/skeleton.tsx'

const lines = ['name', 'address', 'phone', 'hours']
const texts = ['about', 'contact']

export function ProfileSkeleton() {
  return (
    <div className="profile-form" aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading the clinic profile…
      </p>
      {lines.map((line) => (
        <Skeleton key={line} height="80px" />
      ))}
      {texts.map((text) => (
        <Skeleton key={text} height="320px" />
      ))}
    </div>
  )
}

import { ExternalLink } from 'lucide-react'
import { Icon } from '../ui/icon.tsx'

/** A public page in a tab of its own, loaded anew: it shows what is saved. */
export function SeeIt({ path, label }: { path: string; label: string }) {
  return (
    <a className="profile-link" href={path} target="_blank" rel="noopener">
      See the {label}
      <Icon of={ExternalLink} size={16} />
      <span className="visually-hidden"> (opens a new tab)</span>
    </a>
  )
}

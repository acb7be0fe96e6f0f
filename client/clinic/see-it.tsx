import { ExternalLink } from 'lucide-react'
import { useTexts } from '../i18n/language.tsx'
import { Icon } from '../ui/icon.tsx'
import { profileTexts } from './profile-texts.ts'

/** A public page in a tab of its own, loaded anew: it shows what is saved. */
export function SeeIt({ path, label }: { path: string; label: string }) {
  const { newTab } = useTexts(profileTexts)
  return (
    <a className="profile-link" href={path} target="_blank" rel="noopener">
      {label}
      <Icon of={ExternalLink} size={16} />
      <span className="visually-hidden"> {newTab}</span>
    </a>
  )
}

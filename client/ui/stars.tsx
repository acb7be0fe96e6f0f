import { Star } from 'lucide-react'
import { useTexts } from '../i18n/language.tsx'
import { Icon } from './icon.tsx'
import './stars.css'
import { uiTexts } from './texts.ts'

const places = [1, 2, 3, 4, 5] as const

/** A rating drawn as `count` of five stars; read out as '4 of 5 stars'. */
export function Stars({ count }: { count: number }) {
  const t = useTexts(uiTexts)
  return (
    <span className="stars" role="img" aria-label={t.stars(count)}>
      {places.map((place) => (
        <span key={place} className="star" data-on={place <= count || undefined}>
          <Icon of={Star} size={18} />
        </span>
      ))}
    </span>
  )
}

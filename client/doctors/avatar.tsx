import { useState } from 'react'
import './avatar.css'

type AvatarProps = { img: string; name: string; className?: string }

/** A doctor's photo; our own are kept in a small size as well. */
export function Avatar({ img, name, className = 'avatar' }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  if (broken === img) return <span className={`${className} avatar-broken`}>{initials(name)}</span>
  return (
    <img
      className={className}
      src={smallOf(img)}
      alt={name}
      width={56}
      height={56}
      loading="lazy"
      onError={() => setBroken(img)}
    />
  )
}

/** The 96 pixels of a photo that we keep; an outside host has but one size. */
function smallOf(img: string): string {
  return img.replace(/-480\.webp$/, '-96.webp')
}

function initials(name: string): string {
  const words = name.replace(/^Dr\.?\s+/i, '').split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase()
}

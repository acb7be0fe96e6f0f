import { useState } from 'react'
import './portrait.css'

/** A doctor's photo, beside their name. One that does not load leaves no hole. */
export function Portrait({ doctor: { img } }: { doctor: { img: string } }) {
  const [broken, setBroken] = useState(false)
  if (broken) return null
  const small = img.replace(/-480\.webp$/, '-96.webp')
  return (
    <img
      className="portrait"
      src={small}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      onError={() => setBroken(true)}
    />
  )
}

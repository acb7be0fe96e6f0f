import type { ReactNode } from 'react'
import './plain-page.css'

type PlainPageProps = {
  title: string
  picture: { src: string; width: number; height: number }
  children?: ReactNode
}

/** A page of one sentence, with a picture beside it. */
export function PlainPage({ title, picture, children }: PlainPageProps) {
  return (
    <div className="inner plain-page">
      <div className="plain-page-text">
        <h1>{title}</h1>
        {children}
      </div>
      <img {...picture} className="plain-page-picture" alt="" />
    </div>
  )
}

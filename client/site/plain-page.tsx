import type { ReactNode } from 'react'
import './plain-page.css'

export type Picture = { src: string; width: number; height: number }

type PlainFrameProps = {
  picture: Picture
  /** Something may arrive below it, which must not move it. */
  hasMore?: boolean
  children: ReactNode
}

/** A short text with a picture beside it. */
export function PlainFrame({ picture, hasMore, children }: PlainFrameProps) {
  return (
    <div className="plain-band" data-more={hasMore}>
      <div className="inner plain-page">
        {children}
        <img {...picture} className="plain-page-picture" alt="" />
      </div>
    </div>
  )
}

type PlainPageProps = { title: string; picture: Picture; children?: ReactNode }

/** A page of one sentence, with a picture beside it. */
export function PlainPage({ title, picture, children }: PlainPageProps) {
  return (
    <PlainFrame picture={picture}>
      <div className="plain-page-text">
        <h1>{title}</h1>
        {children}
      </div>
    </PlainFrame>
  )
}

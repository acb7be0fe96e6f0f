import type { ReactNode } from 'react'
import { LanguageSwitch } from '../i18n/language-switch.tsx'
import door from './art/door.svg'
import './identity-frame.css'

type IdentityFrameProps = {
  title: string
  lead: ReactNode
  children?: ReactNode
}

/** What the identity pages share: the words and the form on one side, the open door on the other. */
export function IdentityFrame({ title, lead, children }: IdentityFrameProps) {
  return (
    <div className="page identity">
      <section className="identity-main">
        <div className="identity-head">
          <h1>{title}</h1>
          <LanguageSwitch className="identity-language" />
        </div>
        <p className="identity-lead">{lead}</p>
        {children}
      </section>
      <img className="identity-picture" src={door} alt="" width={520} height={560} />
    </div>
  )
}

import { type ReactNode, useEffect, useRef } from 'react'
import './outcome-panel.css'

type OutcomePanelProps = {
  tone: 'good' | 'warn'
  icon: ReactNode
  title: string
  children: ReactNode
}

/** News that takes the form's place, and the focus with it. */
export function OutcomePanel({ tone, icon, title, children }: OutcomePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={`outcome outcome-${tone}`} role="status">
      <span className="outcome-icon">{icon}</span>
      <h3 className="outcome-title" ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <div className="outcome-text">{children}</div>
    </section>
  )
}

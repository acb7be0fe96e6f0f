import { type ReactNode, type RefObject, useId } from 'react'
import './staff-page.css'

type StaffPageProps = {
  title: string
  /** Small text beside the title: a count. */
  beside?: ReactNode
  /** Receives the focus after the focused element was removed. */
  heading?: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}

/** One screen of the staff inside the dashboard: its heading and its content. */
export function StaffPage({ title, beside, heading, children }: StaffPageProps) {
  const id = useId()
  return (
    <section className="staff-page" aria-labelledby={id}>
      <div className="staff-page-head">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  )
}

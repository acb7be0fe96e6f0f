import { type ReactNode, type RefObject, useId } from 'react'
import './staff-page.css'

type StaffPageProps = {
  title: string
  /** Small words beside the title: a count. */
  beside?: ReactNode
  /** For focus that has lost its place. */
  heading?: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}

/** One screen of the staff inside the dashboard: its heading, and what stands under it. */
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

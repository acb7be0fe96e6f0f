import { ChevronLeft } from 'lucide-react'
import { type ReactNode, type RefObject, useId } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import './staff-page.css'

type StaffPageProps = {
  title: string
  /** The way to the page above it, a BackLink. */
  back?: ReactNode
  /** Small text beside the title: a count. */
  beside?: ReactNode
  /** Receives the focus after the focused element was removed. */
  heading?: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}

/** One screen of the staff inside the dashboard: its heading and its content. */
export function StaffPage({ title, back, beside, heading, children }: StaffPageProps) {
  const id = useId()
  return (
    <section className="staff-page" aria-labelledby={id}>
      {back}
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

/** Leads from a page to the one above it; stands over the heading. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="staff-back" to={to}>
      <Icon of={ChevronLeft} />
      {children}
    </Link>
  )
}

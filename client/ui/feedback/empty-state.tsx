import type { ReactNode } from 'react'
import './empty-state.css'

type EmptyStateProps = {
  /** Address of an illustration (4:3), e.g. `import picture from '../art/nothing-free.svg'`. */
  picture: string
  title: string
  children?: ReactNode
  action?: ReactNode
  role?: 'status' | 'alert'
}

/** Nothing to show, said kindly, with the next step. */
export function EmptyState({ picture, title, children, action, role }: EmptyStateProps) {
  return (
    <div className="empty-state" role={role}>
      <img className="empty-state-picture" src={picture} alt="" width={208} height={156} />
      <h2>{title}</h2>
      {children && <div className="empty-state-text">{children}</div>}
      {action && <div className="empty-state-action">{action}</div>}
    </div>
  )
}

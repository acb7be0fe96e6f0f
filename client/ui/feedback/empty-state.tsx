import type { ReactNode, Ref } from 'react'
import './empty-state.css'

type EmptyStateProps = {
  /** Address of an illustration (4:3), e.g. `import picture from '../art/nothing-free.svg'`. */
  picture: string
  title: string
  children?: ReactNode
  action?: ReactNode
  role?: 'status' | 'alert'
  /** Where it takes the place of what had the focus: its title can be given it. */
  heading?: Ref<HTMLHeadingElement>
}

/** Nothing to show, said kindly, with the next step. */
export function EmptyState(props: EmptyStateProps) {
  const { picture, title, children, action, role, heading } = props
  return (
    <div className="empty-state" role={role}>
      <img className="empty-state-picture" src={picture} alt="" width={208} height={156} />
      <h2 ref={heading} tabIndex={heading ? -1 : undefined}>
        {title}
      </h2>
      {children && <div className="empty-state-text">{children}</div>}
      {action && <div className="empty-state-action">{action}</div>}
    </div>
  )
}

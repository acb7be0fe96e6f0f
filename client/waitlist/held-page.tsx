import type { ReactNode } from 'react'
import { Offers } from './offers.tsx'
import { useRequests } from './requests.ts'

/** Another page, below the offers that are open now. */
export function HeldPage({ children }: { children: ReactNode }) {
  const { data: requests = [] } = useRequests()
  return (
    <div className="held">
      <Offers requests={requests} />
      {children}
    </div>
  )
}

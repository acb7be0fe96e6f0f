import { Fragment, type ReactNode, useState } from 'react'
import './held-page.css'
import { Offers } from './offers.tsx'
import { useWaits } from './use-waits.ts'

/** Another page under what is held for the reader now. */
export function HeldPage({ children }: { children: ReactNode }) {
  const { data: waits = [], reload } = useWaits()
  // An accepted offer has moved or made an appointment: the page begins anew.
  const [answers, setAnswers] = useState(0)
  return (
    <div className="held">
      <Offers
        waits={waits}
        onAnswered={() => {
          reload()
          setAnswers((count) => count + 1)
        }}
      />
      <Fragment key={answers}>{children}</Fragment>
    </div>
  )
}

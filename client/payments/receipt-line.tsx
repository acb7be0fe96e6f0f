import type { ReactNode } from 'react'

/** One line of the receipt's list: its name and what it says. */
export function ReceiptLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="receipt-line">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

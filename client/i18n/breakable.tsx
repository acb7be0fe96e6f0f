import type { ReactNode } from 'react'

/** Lets an e-mail wrap after its @ before it wraps anywhere else. */
export function breakable(text: string): ReactNode {
  const [name, ...domain] = text.split('@')
  if (domain.length === 0) return text
  return (
    <>
      {name}@<wbr />
      {domain.join('@')}
    </>
  )
}

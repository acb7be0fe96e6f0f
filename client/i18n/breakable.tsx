import type { ReactNode } from 'react'

/** An e-mail is cut behind its @ before it is cut anywhere. */
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

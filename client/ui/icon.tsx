import type { LucideIcon } from 'lucide-react'

/** One icon of the set, in the line weight of the illustrations; the text beside it says it all. */
export function Icon({ of: Picture, size = 20 }: { of: LucideIcon; size?: number }) {
  return <Picture size={size} strokeWidth={1.75} aria-hidden="true" focusable="false" />
}

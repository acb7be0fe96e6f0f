import { showSlot } from '../../contract/show.ts'
import { useLanguage } from './language.tsx'
import '../ui/one-line.css'

/** A slot that may only wrap between its two times. */
export function SlotText({ slot }: { slot: string }) {
  const shown = showSlot(useLanguage(), slot)
  const [, start, gap, end] = /^(.+[-–])(\s?)(.+)$/.exec(shown) ?? []
  if (end === undefined) return <span>{shown}</span>
  return (
    <span>
      <span className="one-line">{start}</span>
      {gap || <wbr />}
      <span className="one-line">{end}</span>
    </span>
  )
}

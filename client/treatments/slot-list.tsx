import { X } from 'lucide-react'
import { useRef } from 'react'
import { formatSlot, type SlotTime } from '../../contract/appointments/slot.ts'
import { showSlot } from '../../contract/show.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Icon } from '../ui/icon.tsx'
import { slotsTexts } from './texts-slots.ts'

type SlotListProps = {
  slots: readonly SlotTime[]
  /** The one that the editor holds. */
  edited: SlotTime | undefined
  onEdit: (slot: SlotTime) => void
  onRemove: (slot: SlotTime) => void
}

export function SlotList({ slots, edited, onEdit, onRemove }: SlotListProps) {
  const t = useTexts(slotsTexts)
  const language = useLanguage()
  const show = (slot: SlotTime) => showSlot(language, formatSlot(slot))
  const list = useRef<HTMLUListElement>(null)

  function remove(slot: SlotTime, index: number) {
    // The next one takes the focus, so that several go with one key.
    const rows = list.current?.children
    const next = rows?.[index + 1] ?? rows?.[index - 1]
    next?.querySelector<HTMLElement>('.slot-remove')?.focus()
    onRemove(slot)
  }

  if (slots.length === 0) return null
  return (
    <ul className="slot-list" ref={list} aria-labelledby="slots-heading">
      {slots.map((slot, index) => (
        <li key={slot.start} className="slot" data-edited={slot === edited || undefined}>
          <button
            type="button"
            className="slot-edit"
            data-start={slot.start}
            aria-label={t.changeOf(show(slot))}
            onClick={() => onEdit(slot)}
          >
            {show(slot)}
          </button>
          <button
            type="button"
            className="slot-remove"
            aria-label={t.removeOf(show(slot))}
            onClick={() => remove(slot, index)}
          >
            <Icon of={X} size={16} />
          </button>
        </li>
      ))}
    </ul>
  )
}

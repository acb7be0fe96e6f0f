import { useEffect, useRef, useState } from 'react'
import type { SlotTime } from '../../contract/appointments/slot.ts'
import { sorted } from './generate-slots.ts'

export type SlotsOptions = {
  slots: readonly SlotTime[]
  onChange: (slots: readonly SlotTime[]) => void
  /** A time is typed and not in the list. */
  onUnfinished: (isUnfinished: boolean) => void
}

/** The list of times, and which of them the editor holds. */
export function useSlots({ slots, onChange, onUnfinished }: SlotsOptions) {
  const [edited, setEdited] = useState<SlotTime>()
  const place = useRef<HTMLElement>(null)
  const arrived = useRef<SlotTime>(undefined)
  const others = slots.filter((slot) => slot !== edited)

  // The editor is done with a time of the list: the focus goes back to it.
  useEffect(() => {
    if (!arrived.current) return
    const { start } = arrived.current
    arrived.current = undefined
    place.current?.querySelector<HTMLElement>(`[data-start="${start}"]`)?.focus()
  })

  function edit(slot: SlotTime | undefined) {
    setEdited(slot)
    onUnfinished(false)
  }

  return {
    edited,
    others,
    place,
    edit,
    fill(filled: readonly SlotTime[]) {
      edit(undefined)
      onChange(filled)
    },
    remove(slot: SlotTime) {
      if (slot === edited) edit(undefined)
      onChange(slots.filter((one) => one !== slot))
    },
    /** Without a time: everything stays as it was. */
    finish(slot: SlotTime | undefined) {
      if (edited) arrived.current = slot ?? edited
      edit(undefined)
      if (slot) onChange(sorted([...others, slot]))
    },
  }
}

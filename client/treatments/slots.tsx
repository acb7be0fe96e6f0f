import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatSlot, type SlotTime } from '../../contract/appointments/slot.ts'
import type { Language } from '../../contract/language.ts'
import { showMinute, showSlot } from '../../contract/show.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Icon } from '../ui/icon.tsx'
import { SlotEditor } from './slot-editor.tsx'
import { SlotGenerator } from './slot-generator.tsx'
import { slotsTexts } from './texts-slots.ts'

type SlotsOptions = {
  slots: readonly SlotTime[]
  onChange: (slots: readonly SlotTime[]) => void
  /** A time is typed and not in the list. */
  onUnfinished: (isUnfinished: boolean) => void
}

type SlotsProps = SlotsOptions & { error: string | undefined }

/** The times of a treatment's day: filled by a rule, then changed one by one. */
export function Slots({ error, ...options }: SlotsProps) {
  const { slots } = options
  const t = useTexts(slotsTexts)
  const language = useLanguage()
  const { edited, others, place, edit, fill, remove, finish } = useSlots(options)

  return (
    <section className="slots" aria-labelledby="slots-heading" ref={place}>
      <div className="slots-head">
        <h3 id="slots-heading" data-field="slots" tabIndex={-1}>
          {t.title}
        </h3>
        <p role="status">{summary(slots, language)}</p>
      </div>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <SlotGenerator isOpen={slots.length === 0} replaced={slots.length} onFill={fill} />
      <SlotList slots={slots} edited={edited} onEdit={edit} onRemove={remove} />
      <SlotEditor
        key={edited ? edited.start : 'new'}
        slot={edited}
        others={others}
        onTyped={options.onUnfinished}
        onDone={finish}
      />
    </section>
  )
}

/** The list of times, and which of them the editor holds. */
function useSlots({ slots, onChange, onUnfinished }: SlotsOptions) {
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
      if (slot) onChange([...others, slot].toSorted((a, b) => a.start - b.start))
    },
  }
}

function summary(slots: readonly SlotTime[], language: Language): string {
  const t = slotsTexts[language]
  const [first, last] = [slots[0], slots.at(-1)]
  if (!first || !last) return t.none
  const [from, to] = [showMinute(language, first.start), showMinute(language, last.end)]
  return t.summary(slots.length, from, to)
}

type SlotListProps = {
  slots: readonly SlotTime[]
  /** The one that the editor holds. */
  edited: SlotTime | undefined
  onEdit: (slot: SlotTime) => void
  onRemove: (slot: SlotTime) => void
}

function SlotList({ slots, edited, onEdit, onRemove }: SlotListProps) {
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

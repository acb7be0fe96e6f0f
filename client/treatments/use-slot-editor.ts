import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formatSlot, type SlotTime } from '../../contract/appointments/slot.ts'
import type { Language } from '../../contract/language.ts'
import { showSlot } from '../../contract/show.ts'
import { useLanguage } from '../i18n/language.tsx'
import { readSpan, writeClock } from './clock-input.ts'
import { overlapping } from './generate-slots.ts'
import type { SlotEditorProps } from './slot-editor.tsx'
import { slotsTexts } from './texts-slots.ts'

type Times = { from: string; to: string }

/** The two inputs of one time. `problem` is there once both are filled, or Enter was pressed. */
export function useSlotEditor({ slot, others, onTyped, onDone }: SlotEditorProps) {
  const [times, setTimes] = useState(() => timesOf(slot))
  const [isAsked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (slot) form.current?.querySelector('input')?.focus()
  }, [slot])

  const problem = findProblem(times, others, useLanguage())
  const isComplete = times.from !== '' && times.to !== ''

  function submit(event: FormEvent) {
    event.preventDefault()
    const span = readSpan(times.from, times.to)
    const field = (name: keyof Times) =>
      form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
    setAsked(true)
    if (!span || problem) return field(times.from === '' ? 'from' : 'to')
    onDone(span)
    // The next time begins where this one ends.
    setTimes({ from: writeClock(span.end), to: '' })
    setAsked(false)
    field('from')
  }

  return {
    form,
    ...times,
    problem: isComplete || isAsked ? problem : undefined,
    change(typed: Times) {
      setTimes(typed)
      setAsked(false)
      onTyped(typed.to !== '' && !isSame(typed, timesOf(slot)))
    },
    submit,
  }
}

function timesOf(slot: SlotTime | undefined): Times {
  return slot ? { from: writeClock(slot.start), to: writeClock(slot.end) } : { from: '', to: '' }
}

function isSame(one: Times, other: Times): boolean {
  return one.from === other.from && one.to === other.to
}

function findProblem(
  { from, to }: Times,
  others: readonly SlotTime[],
  language: Language,
): string | undefined {
  const t = slotsTexts[language]
  if (from === '' || to === '') return t.bothTimes
  const span = readSpan(from, to)
  if (!span) return t.backwards
  const other = overlapping(others, span)
  return other && t.overlaps(showSlot(language, formatSlot(other)))
}

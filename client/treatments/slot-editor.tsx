import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formatSlot, type SlotTime } from '../../contract/appointments/slot.ts'
import type { Language } from '../../contract/language.ts'
import { showSlot } from '../../contract/show.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { overlapping, readSpan, writeClock } from './slot-times.ts'
import { slotsTexts } from './texts-slots.ts'

type SlotEditorProps = {
  /** The one to change; absent to add one. */
  slot: SlotTime | undefined
  others: readonly SlotTime[]
  /** Whether what stands in the inputs is not in the list. */
  onTyped: (isUnfinished: boolean) => void
  /** Without a time: everything stays as it was. */
  onDone: (slot: SlotTime | undefined) => void
}

/** One time, added or changed; what is wrong with it shows while it is typed. */
export function SlotEditor(props: SlotEditorProps) {
  const { slot, onDone } = props
  const t = useTexts(slotsTexts)
  const language = useLanguage()
  const { form, from, to, problem, change, submit } = useSlotEditor(props)
  return (
    <form
      ref={form}
      className="slot-editor"
      aria-labelledby="slot-editor-heading"
      noValidate
      onSubmit={submit}
    >
      <h4 className="slot-editor-heading" id="slot-editor-heading">
        {slot ? t.changeOf(showSlot(language, formatSlot(slot))) : t.addOne}
      </h4>
      <Field
        label={t.from}
        name="from"
        type="time"
        value={from}
        onChange={({ target }) => change({ from: target.value, to })}
      />
      <Field
        label={t.to}
        name="to"
        type="time"
        value={to}
        error={problem}
        onChange={({ target }) => change({ from, to: target.value })}
      />
      <div className="slot-editor-buttons">
        <Button type="submit" variant="quiet">
          {slot ? t.change : t.add}
        </Button>
        {slot && (
          <Button variant="quiet" onClick={() => onDone(undefined)}>
            {t.leave}
          </Button>
        )}
      </div>
    </form>
  )
}

type Times = { from: string; to: string }

/** The two inputs of one time. `problem` is there once both are filled, or Enter was pressed. */
function useSlotEditor({ slot, others, onTyped, onDone }: SlotEditorProps) {
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

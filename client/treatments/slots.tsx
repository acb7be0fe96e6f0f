import { Plus, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formatSlot, type SlotTime } from '../../contract/appointments/slot.ts'
import type { Language } from '../../contract/language.ts'
import { showMinute, showSlot } from '../../contract/show.ts'
import { writeClock } from '../domain/time-input.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { type BreakText, overlapping, readRule, readSpan } from './slot-rule.ts'
import { ruleTexts, slotsTexts } from './texts.ts'

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

type SlotGeneratorProps = {
  isOpen: boolean
  /** How many times filling the list replaces. */
  replaced: number
  onFill: (slots: readonly SlotTime[]) => void
}

const usual = { from: '08:00', to: '17:00', every: '30' }
const lunch: BreakText = { key: 0, from: '12:00', to: '13:00' }

/** Fills the list by a rule, and says beforehand what comes of it. */
function SlotGenerator({ isOpen, replaced, onFill }: SlotGeneratorProps) {
  const t = useTexts(ruleTexts)
  const { from, to } = useTexts(slotsTexts)
  const language = useLanguage()
  const [isUnfolded, setUnfolded] = useState(isOpen)
  const [text, setText] = useState(usual)
  const [breaks, setBreaks] = useState<readonly BreakText[]>([lunch])
  const { slots, problem } = readRule({ ...text, breaks }, language)

  function fill(event: FormEvent) {
    event.preventDefault()
    if (problem) return
    onFill(slots)
    setUnfolded(false)
  }
  const field = (name: keyof typeof usual) => ({
    name,
    value: text[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setText({ ...text, [name]: target.value }),
  })

  return (
    <details
      className="slot-generator"
      open={isUnfolded}
      onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
    >
      <summary>{t.title}</summary>
      <form className="slot-rule" noValidate onSubmit={fill}>
        <div className="slot-rule-fields">
          <Field label={from} type="time" {...field('from')} />
          <Field label={to} type="time" {...field('to')} />
          <Field label={t.each} inputMode="numeric" maxLength={3} {...field('every')} />
        </div>
        <BreakList breaks={breaks} onChange={setBreaks} />
        <p className={problem ? 'field-error' : 'slot-rule-result'} role="status">
          {problem ?? resultText(slots, replaced, language)}
        </p>
        <Button type="submit" variant="quiet" className="slot-rule-fill">
          {t.fill}
        </Button>
      </form>
    </details>
  )
}

function resultText(slots: readonly SlotTime[], replaced: number, language: Language): string {
  const t = ruleTexts[language]
  const [first, last] = [slots[0], slots.at(-1)]
  if (!first || !last) return ''
  const show = (slot: SlotTime) => showSlot(language, formatSlot(slot))
  const made = t.makes(slots.length, show(first), show(last))
  return replaced > 0 ? `${made} ${t.replaces(replaced)}` : made
}

type BreakListProps = {
  breaks: readonly BreakText[]
  onChange: (breaks: readonly BreakText[]) => void
}

/** Spans of the day without times, e.g. lunch. */
function BreakList({ breaks, onChange }: BreakListProps) {
  const t = useTexts(ruleTexts)
  const { from: fromLabel, to: toLabel } = useTexts(slotsTexts)
  const change = (key: number, part: Partial<BreakText>) =>
    onChange(breaks.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const add = () => {
    const key = Math.max(-1, ...breaks.map((one) => one.key)) + 1
    onChange([...breaks, { key, from: '', to: '' }])
  }

  return (
    <fieldset className="breaks">
      <legend>{t.breaks}</legend>
      {breaks.map(({ key, from, to }, index) => (
        <fieldset className="break" key={key} aria-label={t.breakOf(index + 1)}>
          <Field
            label={fromLabel}
            type="time"
            value={from}
            onChange={({ target }) => change(key, { from: target.value })}
          />
          <Field
            label={toLabel}
            type="time"
            value={to}
            onChange={({ target }) => change(key, { to: target.value })}
          />
          <Button
            variant="quiet"
            className="row-button"
            aria-label={t.removeBreak(index + 1)}
            onClick={() => onChange(breaks.filter((one) => one.key !== key))}
          >
            {t.remove}
          </Button>
        </fieldset>
      ))}
      <Button variant="quiet" className="row-button" onClick={add}>
        <Icon of={Plus} size={18} />
        {t.addBreak}
      </Button>
    </fieldset>
  )
}

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
function SlotEditor(props: SlotEditorProps) {
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

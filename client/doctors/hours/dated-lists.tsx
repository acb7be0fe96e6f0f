import { Plus, X } from 'lucide-react'
import { Children, type ReactNode, useState } from 'react'
import type { Language } from '../../../contract/language.ts'
import { showDay, showMinute } from '../../../contract/show.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pager } from '../../ui/pager.tsx'
import {
  type BlockDraft,
  type DayDraft,
  type OffDraft,
  replaced,
  type SpanDraft,
  spanOf,
} from './hours-draft.ts'
import { hoursTexts } from './texts.ts'

type ListProps<T> = { items: readonly T[]; onChange: (items: T[]) => void }

type DatedListProps<T> = ListProps<T> & {
  what: string
  added: T
  addLabel: string
  line: (item: T, change: (part: Partial<T>) => void) => ReactNode
  /** One that is past, in words. */
  words: (item: T) => string
}

/** Lines that each begin with a day, one removed or added at a time; those that are past are only read. */
function DatedList<T extends { isPast: boolean }>(props: DatedListProps<T>) {
  const { items, what, added, addLabel, line, words, onChange } = props
  const t = useTexts(hoursTexts)
  const past = items.filter(({ isPast }) => isPast)
  const ahead = [...items.keys()].filter((place) => !items[place]?.isPast)
  return (
    <>
      {past.length > 0 && <Past {...{ what, words }} items={past} />}
      {ahead.length > 0 && (
        <ul className="dated-list">
          {Children.map(ahead, (place, shown) => (
            <li>
              <div className="dated-line">
                {line(items[place] ?? added, (part) =>
                  onChange(replaced(items, place, { ...(items[place] ?? added), ...part })),
                )}
              </div>
              <IconButton
                label={t.removeOf(what, shown + 1)}
                onClick={() => onChange(replaced(items, place, undefined))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button variant="quiet" className="hours-add" onClick={() => onChange([...items, added])}>
        {addLabel}
      </Button>
    </>
  )
}

type PastProps<T> = Pick<DatedListProps<T>, 'what' | 'words' | 'items'>

/** As many as are shown at once: a doctor of many years has thousands. */
const pastShown = 20

/** What is past, folded; the newest first. */
function Past<T>({ what, words, items }: PastProps<T>) {
  const t = useTexts(hoursTexts)
  const [isOpen, setOpen] = useState(false)
  const [page, setPage] = useState(1)
  const shown = items.toReversed().slice((page - 1) * pastShown, page * pastShown)
  return (
    <details className="dated-past" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t.past(items.length)}
        <span className="visually-hidden"> {what}</span>
      </summary>
      {isOpen && (
        <>
          <ul>
            {Children.map(shown.map(words), (line) => (
              <li>{line}</li>
            ))}
          </ul>
          <Pager
            label={t.pastPages(what)}
            page={page}
            hasNext={page * pastShown < items.length}
            onPrevious={() => setPage(page - 1)}
            onNext={() => setPage(page + 1)}
          />
        </>
      )}
    </details>
  )
}

type SpanListProps = {
  /** Whose hours these are, for screen readers, which read the controls one by one. */
  what: string
  spans: readonly SpanDraft[]
  onChange: (spans: SpanDraft[]) => void
}

const newSpan = { from: '09:00', to: '17:00' }

/** The hours of one day: none, or some with breaks between them. */
export function SpanList({ what, spans, onChange }: SpanListProps) {
  const t = useTexts(hoursTexts)
  const last = spans.at(-1)
  const next = last ? { from: last.to, to: '' } : newSpan
  return (
    <div className="span-list">
      {spans.length === 0 && <span className="span-off">{t.off}</span>}
      {Children.map([...spans.keys()], (place) => (
        <span className="span">
          <TimeRange
            what={what}
            place={place + 1}
            span={spans[place] ?? newSpan}
            onChange={(changed) => onChange(replaced(spans, place, changed))}
          />
          <IconButton
            label={t.removeHours(what, place + 1)}
            onClick={() => onChange(replaced(spans, place, undefined))}
          />
        </span>
      ))}
      <Button
        variant="quiet"
        className="row-button"
        aria-label={t.addHoursOn(what)}
        onClick={() => onChange([...spans, next])}
      >
        <Icon of={Plus} size={16} />
        {t.addHours}
      </Button>
    </div>
  )
}

type TimeRangeProps = {
  what: string
  place: number
  span: SpanDraft
  onChange: (span: SpanDraft) => void
}

/** Two times of a day. */
function TimeRange({ what, place, span, onChange }: TimeRangeProps) {
  const t = useTexts(hoursTexts)
  return (
    <span className="time-range">
      <input
        type="time"
        aria-label={t.beginsOn(what, place)}
        value={span.from}
        onChange={({ target }) => onChange({ ...span, from: target.value })}
      />
      <span aria-hidden="true">–</span>
      <input
        type="time"
        aria-label={t.endsOn(what, place)}
        value={span.to}
        onChange={({ target }) => onChange({ ...span, to: target.value })}
      />
    </span>
  )
}

function IconButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="span-remove" aria-label={label} onClick={onClick}>
      <Icon of={X} size={18} />
    </button>
  )
}

type DayFieldProps = { label: string; value: string; onChange: (day: string) => void }

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <Field
      label={label}
      type="date"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const t = useTexts(hoursTexts)
  return (
    <Field
      label={t.reason}
      value={value}
      maxLength={200}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function spanText(language: Language, draft: SpanDraft): string {
  const { start, end } = spanOf(draft)
  return `${showMinute(language, start)} – ${showMinute(language, end)}`
}

function withReason(time: string, reason: string): string {
  return reason === '' ? time : `${time}: ${reason}`
}

/** Days with hours of their own. */
export function Exceptions({ items, onChange }: ListProps<DayDraft>) {
  const t = useTexts(hoursTexts)
  const language = useLanguage()
  return (
    <DatedList
      {...{ items, onChange, what: t.exceptions, addLabel: t.addException }}
      words={({ day, hours }) => {
        const times = hours.map((span) => spanText(language, span)).join(', ')
        return `${showDay(language, day)}: ${times || t.off}`
      }}
      added={{ day: '', hours: [], isPast: false }}
      line={({ day, hours }, change) => (
        <>
          <DayField label={t.day} value={day} onChange={(next) => change({ day: next })} />
          <SpanList
            what={day || t.exceptions}
            spans={hours}
            onChange={(next) => change({ hours: next })}
          />
        </>
      )}
    />
  )
}

/** From a day to another, both included. */
export function TimeOff({ items, onChange }: ListProps<OffDraft>) {
  const t = useTexts(hoursTexts)
  const language = useLanguage()
  return (
    <DatedList
      {...{ items, onChange, what: t.timeOff, addLabel: t.addTimeOff }}
      words={({ from, to, reason }) => {
        const days = from === to ? [from] : [from, to]
        const shown = days.map((day) => showDay(language, day)).join(' – ')
        return withReason(shown, reason)
      }}
      added={{ from: '', to: '', reason: '', isPast: false }}
      line={({ from, to, reason }, change) => (
        <>
          <DayField label={t.firstDay} value={from} onChange={(day) => change({ from: day })} />
          <DayField label={t.lastDay} value={to} onChange={(day) => change({ to: day })} />
          <ReasonField value={reason} onChange={(next) => change({ reason: next })} />
        </>
      )}
    />
  )
}

/** Parts of days without patients. */
export function Blocks({ items, onChange }: ListProps<BlockDraft>) {
  const t = useTexts(hoursTexts)
  const language = useLanguage()
  return (
    <DatedList
      {...{ items, onChange, what: t.blocks, addLabel: t.addBlock }}
      words={({ day, reason, ...span }) =>
        withReason(`${showDay(language, day)}, ${spanText(language, span)}`, reason)
      }
      added={{ day: '', from: '', to: '', reason: '', isPast: false }}
      line={({ day, from, to, reason }, change) => (
        <>
          <DayField label={t.day} value={day} onChange={(next) => change({ day: next })} />
          <TimeRange what={day || t.blocks} place={1} span={{ from, to }} onChange={change} />
          <ReasonField value={reason} onChange={(next) => change({ reason: next })} />
        </>
      )}
    />
  )
}

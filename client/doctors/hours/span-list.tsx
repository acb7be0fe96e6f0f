import { Plus, X } from 'lucide-react'
import { Children } from 'react'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { replaced, type SpanDraft } from './hours-draft.ts'
import { hoursTexts } from './texts.ts'

type SpanListProps = {
  /** Whose hours these are, for readers who hear the controls one by one. */
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
export function TimeRange({ what, place, span, onChange }: TimeRangeProps) {
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

export function IconButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="span-remove" aria-label={label} onClick={onClick}>
      <Icon of={X} size={18} />
    </button>
  )
}

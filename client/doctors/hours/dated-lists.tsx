import { Children, type ReactNode } from 'react'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { type BlockDraft, type DayDraft, type OffDraft, replaced } from './hours-draft.ts'
import { IconButton, SpanList, TimeRange } from './span-list.tsx'
import { hoursTexts } from './texts.ts'

type ListProps<T> = { items: readonly T[]; onChange: (items: T[]) => void }

type DatedListProps<T> = ListProps<T> & {
  what: string
  added: T
  addLabel: string
  line: (item: T, change: (part: Partial<T>) => void) => ReactNode
}

/** Lines that each begin with a day, one removed or added at a time. */
function DatedList<T extends object>(props: DatedListProps<T>) {
  const { items, what, added, addLabel, line, onChange } = props
  const t = useTexts(hoursTexts)
  return (
    <>
      {items.length > 0 && (
        <ul className="dated-list">
          {Children.map([...items.keys()], (place) => (
            <li>
              <div className="dated-line">
                {line(items[place] ?? added, (part) =>
                  onChange(replaced(items, place, { ...(items[place] ?? added), ...part })),
                )}
              </div>
              <IconButton
                label={t.removeOf(what, place + 1)}
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

/** Days with hours of their own. */
export function Exceptions({ items, onChange }: ListProps<DayDraft>) {
  const t = useTexts(hoursTexts)
  return (
    <DatedList
      {...{ items, onChange, what: t.exceptions, addLabel: t.addException }}
      added={{ day: '', hours: [] }}
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
  return (
    <DatedList
      {...{ items, onChange, what: t.timeOff, addLabel: t.addTimeOff }}
      added={{ from: '', to: '', reason: '' }}
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
  return (
    <DatedList
      {...{ items, onChange, what: t.blocks, addLabel: t.addBlock }}
      added={{ day: '', from: '', to: '', reason: '' }}
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

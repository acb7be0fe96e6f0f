import { Children } from 'react'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { replaced, type WeekDraft, withMondayCopied } from './hours-draft.ts'
import { SpanList } from './span-list.tsx'
import { hoursTexts } from './texts.ts'

type WeekHoursProps = {
  weeks: readonly WeekDraft[]
  /** The clinic's, ISO. */
  today: string
  onChange: (weeks: WeekDraft[]) => void
}

/** The clinic's week begins on Monday, the list of the contract on Sunday. */
const shownOrder = [1, 2, 3, 4, 5, 6, 0]
const workday = [
  { from: '09:00', to: '12:00' },
  { from: '13:00', to: '17:00' },
]

/** The hours of a week, each from a day on until the next ones begin. */
export function WeekHours({ weeks, today, onChange }: WeekHoursProps) {
  const t = useTexts(hoursTexts)
  const last = weeks.at(-1)

  function add() {
    const first = {
      from: today,
      days: t.weekdays.map((_, day) => (day > 0 && day < 6 ? workday : [])),
    }
    onChange([...weeks, last ? { ...last, from: '' } : first])
  }

  return (
    <>
      {weeks.length === 0 && <p className="hours-none">{t.noWeeks}</p>}
      {Children.map([...weeks.keys()], (place) => {
        const week = weeks[place]
        return (
          week && <Week week={week} onChange={(next) => onChange(replaced(weeks, place, next))} />
        )
      })}
      <Button variant="quiet" className="hours-add" onClick={add}>
        {weeks.length === 0 ? t.addWeek : t.addLaterWeek}
      </Button>
    </>
  )
}

type WeekProps = { week: WeekDraft; onChange: (week: WeekDraft | undefined) => void }

function Week({ week, onChange }: WeekProps) {
  const t = useTexts(hoursTexts)
  return (
    <div className="week">
      <div className="week-head">
        <Field
          label={t.from}
          type="date"
          value={week.from}
          onChange={({ target }) => onChange({ ...week, from: target.value })}
        />
        <Button
          variant="quiet"
          className="row-button"
          onClick={() => onChange(withMondayCopied(week))}
        >
          {t.copyMonday}
        </Button>
        <Button variant="quiet" className="row-button" onClick={() => onChange(undefined)}>
          {t.removeWeek}
        </Button>
      </div>
      <ul className="week-days">
        {shownOrder.map((day) => (
          <li key={day}>
            <span className="week-day">{t.weekdays[day]}</span>
            <SpanList
              what={t.weekdays[day] ?? ''}
              spans={week.days[day] ?? []}
              onChange={(spans) => onChange({ ...week, days: replaced(week.days, day, spans) })}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

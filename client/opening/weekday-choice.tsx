import { CheckboxField } from '../ui/checkbox-field.tsx'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

type WeekdayChoiceProps = {
  /** 0 for Sunday to 6 for Saturday. */
  closed: readonly number[]
  onChange: (closed: readonly number[]) => void
}

export function WeekdayChoice({ closed, onChange }: WeekdayChoiceProps) {
  return (
    <fieldset className="weekdays">
      <legend>Closed every week on</legend>
      {weekdays.map((name, weekday) => (
        <CheckboxField
          key={name}
          label={name}
          checked={closed.includes(weekday)}
          onChange={(isClosed) =>
            onChange(isClosed ? [...closed, weekday] : closed.filter((day) => day !== weekday))
          }
        />
      ))}
    </fieldset>
  )
}

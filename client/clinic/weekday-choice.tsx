import { useTexts } from '../i18n/language.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { openingTexts } from './opening-texts.ts'

type WeekdayChoiceProps = {
  /** 0 for Sunday to 6 for Saturday. */
  closed: readonly number[]
  onChange: (closed: readonly number[]) => void
}

export function WeekdayChoice({ closed, onChange }: WeekdayChoiceProps) {
  const t = useTexts(openingTexts)
  return (
    <fieldset className="weekdays">
      <legend>{t.closedOn}</legend>
      {t.weekdays.map((name, weekday) => (
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

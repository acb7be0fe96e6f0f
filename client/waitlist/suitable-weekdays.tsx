import { useId } from 'react'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { useTexts } from '../i18n/language.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { formTexts } from './form-texts.ts'
import { waitingTexts } from './texts.ts'
import { openWeekdays } from './wait-draft.ts'

type SuitableWeekdaysProps = {
  calendar: BookingCalendar
  chosen: readonly number[]
  error: string | undefined
  onChange: (chosen: number[]) => void
}

/** The weekdays on which the clinic is open, each to be taken or left. */
export function SuitableWeekdays({ calendar, chosen, error, onChange }: SuitableWeekdaysProps) {
  const t = useTexts(formTexts)
  const { weekdays } = useTexts(waitingTexts)
  const problem = useId()
  return (
    <fieldset
      className="ask-weekdays"
      data-field="weekdays"
      tabIndex={-1}
      aria-describedby={error && problem}
    >
      <legend>{t.weekdays}</legend>
      <div className="ask-weekday-grid">
        {openWeekdays(calendar).map((day) => (
          <CheckboxField
            key={day}
            label={weekdays[day] ?? ''}
            checked={chosen.includes(day)}
            onChange={(suits) =>
              onChange(suits ? [...chosen, day] : chosen.filter((one) => one !== day))
            }
          />
        ))}
      </div>
      {error && (
        <p className="field-error" id={problem}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

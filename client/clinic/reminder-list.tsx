import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { Icon } from '../ui/icon.tsx'
import {
  mostReminders,
  type PolicyDraft,
  type PolicyProblems,
  type ReminderDraft,
  reminderField,
  type Unit,
  units,
  withReminder,
} from './policy-draft.ts'
import { policyPageTexts } from './policy-texts.ts'

type ReminderListProps = {
  draft: PolicyDraft
  problems: PolicyProblems
  onChange: (reminders: readonly ReminderDraft[]) => void
}

/** How long before an appointment reminders go out: as many as there are, one more, one less. */
export function ReminderList({ draft, problems, onChange }: ReminderListProps) {
  const { reminders } = draft
  const t = useTexts(policyPageTexts)
  const add = useRef<HTMLButtonElement>(null)

  function change(key: number, part: Partial<ReminderDraft>) {
    onChange(reminders.map((one) => (one.key === key ? { ...one, ...part } : one)))
  }
  function remove(key: number) {
    onChange(reminders.filter((one) => one.key !== key))
    add.current?.focus()
  }
  return (
    <fieldset className="policy-reminders" aria-describedby="reminders-hint">
      <legend>{t.reminders}</legend>
      <p className="field-hint" id="reminders-hint">
        {t.remindersHint}
      </p>
      {reminders.length === 0 && <p>{t.none}</p>}
      {reminders.map((reminder, index) => (
        <Reminder
          key={reminder.key}
          reminder={reminder}
          index={index}
          error={problems[reminderField(index)]}
          onChange={(part) => change(reminder.key, part)}
          onRemove={() => remove(reminder.key)}
        />
      ))}
      <Button
        ref={add}
        variant="quiet"
        className="policy-add"
        disabled={reminders.length >= mostReminders}
        onClick={() => onChange(withReminder(draft))}
      >
        <Icon of={Plus} />
        {t.add}
      </Button>
    </fieldset>
  )
}

type ReminderProps = {
  reminder: ReminderDraft
  /** From 0. */
  index: number
  error: string | undefined
  onChange: (part: Partial<ReminderDraft>) => void
  onRemove: () => void
}

function Reminder({ reminder, index, error, onChange, onRemove }: ReminderProps) {
  const t = useTexts(policyPageTexts)
  const number = index + 1
  return (
    <div className="policy-reminder">
      <Field
        label={t.reminder(number)}
        name={reminderField(index)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={reminder.amount}
        error={error}
        onChange={({ target }) => onChange({ amount: target.value })}
      />
      <SelectField
        label={t.unit(number)}
        options={[
          { value: 'days', label: t.days },
          { value: 'hours', label: t.hoursBefore },
          { value: 'minutes', label: t.minutesBefore },
        ]}
        value={reminder.unit}
        onChange={({ target }) => isUnit(target.value) && onChange({ unit: target.value })}
      />
      <button
        type="button"
        className="policy-remove"
        aria-label={t.remove(number)}
        title={t.remove(number)}
        onClick={onRemove}
      >
        <Icon of={X} />
      </button>
    </div>
  )
}

function isUnit(text: string): text is Unit {
  return Object.hasOwn(units, text)
}

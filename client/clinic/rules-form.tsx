import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Field } from '../ui/field.tsx'
import { AffectedPatientsModal } from './affected-patients-modal.tsx'
import './rules-form.css'
import type { Rules, RulesField } from './opening-rules.ts'
import { openingTexts } from './opening-texts.ts'
import { useRulesForm } from './use-rules-form.ts'
import { WeekdayChoice } from './weekday-choice.tsx'

type RulesFormProps = { rules: Rules; onSaved: () => void }

/** Closed weekdays, how far ahead and how late can be booked. */
export function RulesForm({ rules, onSaved }: RulesFormProps) {
  const t = useTexts(openingTexts)
  const form = useRulesForm(rules, onSaved)
  const field = (name: RulesField) => ({
    name,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: 4,
    value: form.draft[name],
    error: form.problems[name],
    onChange: ({ target }: { target: HTMLInputElement }) => form.change({ [name]: target.value }),
  })

  return (
    <form className="rules-form" ref={form.place} noValidate onSubmit={form.submit}>
      <WeekdayChoice
        closed={form.draft.closedWeekdays}
        onChange={(closedWeekdays) => form.change({ closedWeekdays })}
      />
      <div className="rules-horizon">
        <Field {...field('horizonDays')} label={t.daysAhead} hint={t.halfAYear} />
      </div>
      <fieldset className="rules-lead" aria-describedby="lead-hint">
        <legend>{t.notice}</legend>
        <p className="field-hint" id="lead-hint">
          {t.noticeHint}
        </p>
        <Field {...field('leadHours')} label={t.hours} />
        <Field {...field('leadMinutes')} label={t.minutes} />
      </fieldset>
      <ErrorLine>{form.failure}</ErrorLine>
      <Button type="submit" busy={form.busy} className="opening-submit">
        {t.save}
      </Button>
      <AffectedPatientsModal
        {...form.question}
        title={t.closeWeekdaysQuestion}
        tellPatients={form.tellPatients}
        onTellPatients={form.setTellPatients}
      />
    </form>
  )
}

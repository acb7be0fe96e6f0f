import type { Day } from '../../contract/date.ts'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Field } from '../ui/field.tsx'
import { AffectedPatientsModal } from './affected-patients-modal.tsx'
import './close-days-form.css'
import type { ClosingField } from './closing-draft.ts'
import { closuresTexts } from './opening-texts.ts'
import { useCloseDays } from './use-close-days.ts'

type CloseDaysFormProps = {
  /** The clinic's day. */
  today: Day
  onClosed: () => void
}

/** Closes one day or several, with the reason that patients read. */
export function CloseDaysForm({ today, onClosed }: CloseDaysFormProps) {
  const t = useTexts(closuresTexts)
  const form = useCloseDays(today, onClosed)
  const field = (name: ClosingField) => ({
    name,
    value: form.draft[name],
    error: form.problems[name],
    onChange: ({ target }: { target: HTMLInputElement }) => form.change(name, target.value),
  })

  return (
    <form className="close-days" ref={form.place} noValidate onSubmit={form.submit}>
      <h4 className="close-days-heading">{t.close}</h4>
      <div className="close-days-range">
        <Field {...field('from')} label={t.first} type="date" min={today} />
        <Field {...field('to')} label={t.last} type="date" min={form.draft.from || today} />
      </div>
      <Field
        {...field('reason')}
        label={t.headings.reason}
        hint={t.reasonHint}
        maxLength={200}
        autoComplete="off"
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <Button type="submit" busy={form.busy} className="opening-submit">
        {t.close}
      </Button>
      <AffectedPatientsModal
        {...form.question}
        title={t.closeQuestion}
        tellPatients={form.tellPatients}
        onTellPatients={form.setTellPatients}
      />
    </form>
  )
}

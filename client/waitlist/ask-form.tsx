import { paths } from '../../contract/page-paths.ts'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Field } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import type { Topic } from './ask-topic.ts'
import { formTexts } from './form-texts.ts'
import type { Loaded } from './load-ask.ts'
import { SuitableTimes } from './suitable-times.tsx'
import { SuitableWeekdays } from './suitable-weekdays.tsx'
import { useAsk } from './use-ask.ts'

type AskFormProps = { topic: Topic; loaded: Loaded }

/** Which days and times suit. */
export function AskForm({ topic, loaded }: AskFormProps) {
  const t = useTexts(formTexts)
  const form = useAsk(topic, loaded)
  const { draft, problems, change } = form
  const { calendar, appointment, wait } = loaded
  const isNew = !appointment && !wait
  const day = (name: 'from' | 'until') => ({
    name,
    type: 'date',
    min: calendar.today,
    max: calendar.lastDay,
    value: draft[name],
    error: problems[name],
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
  })
  return (
    <form className="ask-form" ref={form.place} noValidate onSubmit={form.submit}>
      {isNew && <Whom loaded={loaded} form={form} />}
      <div className="ask-pair">
        <Field {...day('from')} label={t.first} />
        <Field {...day('until')} label={t.last} />
      </div>
      <SuitableWeekdays
        calendar={calendar}
        chosen={draft.weekdays}
        error={problems.weekdays}
        onChange={(weekdays) => change({ weekdays })}
      />
      <SuitableTimes {...{ loaded, draft, problems, change }} />
      <Field
        label={t.phone}
        hint={t.phoneHint}
        type="tel"
        autoComplete="tel"
        maxLength={200}
        value={draft.phone}
        onChange={({ target }) => change({ phone: target.value })}
      />
      <Send label={wait ? t.save : t.join} form={form} />
    </form>
  )
}

function Send({ label, form }: { label: string; form: ReturnType<typeof useAsk> }) {
  const t = useTexts(formTexts)
  return (
    <>
      <ErrorLine>{form.failure}</ErrorLine>
      <div className="ask-buttons">
        <Button type="submit" busy={form.busy}>
          {label}
        </Button>
        <ButtonLink variant="quiet" to={paths.waiting}>
          {t.cancel}
        </ButtonLink>
      </div>
    </>
  )
}

/** A new appointment: of what, and for whom. */
function Whom({ loaded, form }: { loaded: Loaded; form: ReturnType<typeof useAsk> }) {
  const t = useTexts(formTexts)
  const { treatments, family } = loaded
  const nobody = { value: '', label: '–' }
  const people = family.map(({ _id: value, name: label }) => ({ value, label }))
  const options = treatments.map(({ _id: value, name: label }) => ({ value, label }))
  return (
    <>
      <SelectField
        label={t.treatment}
        name="treatment"
        options={form.draft.treatment === '' ? [nobody, ...options] : options}
        value={form.draft.treatment}
        error={form.problems.treatment}
        onChange={({ target }) => form.chooseTreatment(target.value)}
      />
      {people.length > 0 && (
        <SelectField
          label={t.forWhom}
          name="person"
          options={[{ value: '', label: t.myself }, ...people]}
          value={form.draft.person}
          error={form.problems.person}
          onChange={({ target }) => form.change({ person: target.value })}
        />
      )}
    </>
  )
}

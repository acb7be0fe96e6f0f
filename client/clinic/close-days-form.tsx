import { openingEndpoints } from '../../contract/clinic/endpoints.ts'
import type { Day } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { call } from '../data/api.ts'
import type { useRevision } from '../forms/changed-meanwhile.tsx'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useAffected } from '../forms/use-affected.ts'
import { useForm } from '../forms/use-form.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Field } from '../ui/fields/field.tsx'
import { AffectedPatientsModal, useClosing } from './affected-patients-modal.tsx'
import {
  type ClosingDraft,
  type ClosingField,
  closingFields,
  findProblems,
  withChange,
} from './closing-draft.ts'
import { closuresTexts } from './opening-texts.ts'

const empty: ClosingDraft = { from: '', to: '', reason: '' }
const touches = [openingEndpoints.readOpening, endpoints.readCalendar]
const fieldOf = { days_backwards: 'to', too_many_days: 'to' } as const

type CloseDaysFormProps = { today: Day; revision: ReturnType<typeof useRevision> }

/** Closes one day or several, with the reason that patients read. `today`: the clinic's day. */
export function CloseDaysForm(props: CloseDaysFormProps) {
  const { today } = props
  const t = useTexts(closuresTexts)
  const { question, closing, ...form } = useCloseDays(props)
  const { draft, problems } = form
  const field = (name: ClosingField) => ({
    name,
    value: draft[name],
    error: problems[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      form.change(withChange(draft, name, target.value)),
  })

  return (
    <form {...form.props} className="close-days">
      <UnsavedGuard when={form.isChanged && !form.pending} />
      <h4 className="close-days-heading">{t.close}</h4>
      <div className="close-days-range">
        <Field {...field('from')} label={t.first} type="date" min={today} />
        <Field {...field('to')} label={t.last} type="date" min={draft.from || today} />
      </div>
      <Field
        {...field('reason')}
        label={t.headings.reason}
        hint={t.reasonHint}
        maxLength={200}
        autoComplete="off"
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <Button type="submit" busy={form.pending} className="opening-submit">
        {t.close}
      </Button>
      <AffectedPatientsModal title={t.closeQuestion} question={question} closing={closing} />
    </form>
  )
}

function useCloseDays({ today, revision }: CloseDaysFormProps) {
  const language = useLanguage()
  const t = useTexts(closuresTexts)
  const closing = useClosing()
  const { ask, question } = useAffected({
    send: (days: ClosingDraft, confirmed: boolean) =>
      call(openingEndpoints.addClosure, { body: { ...days, confirmed, revision: revision.from } }),
    touches,
    onConfirmed({ closed, revision: now }, { from, to }) {
      revision.saved(now)
      if (!closing.settle({ from, to })) toast.success(t.closed(closed))
      form.reset()
    },
  })
  const form = useForm({
    start: empty,
    fields: closingFields,
    fieldOf,
    check(draft: ClosingDraft) {
      const problems = findProblems(draft, today, language)
      const isRight = Object.keys(problems).length === 0
      return isRight ? { ok: true, values: draft } : { ok: false, problems }
    },
    send: ask,
    touches,
    onDone({ closed, revision: now }) {
      revision.saved(now)
      toast.success(t.closed(closed))
      form.reset()
    },
  })
  return { ...form, question, closing }
}

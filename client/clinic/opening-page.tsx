import { useRef } from 'react'
import { openingEndpoints } from '../../contract/clinic/endpoints.ts'
import { addDays, type Day } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { readTogether, useRead } from '../data/use-read.ts'
import { ChangedMeanwhile, useRevision } from '../forms/changed-meanwhile.tsx'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useAffected } from '../forms/use-affected.ts'
import { useForm } from '../forms/use-form.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { CheckboxField } from '../ui/fields/checkbox-field.tsx'
import { Field } from '../ui/fields/field.tsx'
import { AffectedPatientsModal, useClosing } from './affected-patients-modal.tsx'
import { CloseDaysForm } from './close-days-form.tsx'
import { Closures } from './closures.tsx'
import {
  draftOf,
  farthest,
  type Rules,
  type RulesDraft,
  type RulesField,
  readRules,
  rulesFields,
  wordsOf,
} from './opening-rules.ts'
import { closuresTexts, openingTexts } from './opening-texts.ts'
import './opening.css'

const reads = [openingEndpoints.readOpening, endpoints.readCalendar]

async function loadOpening(signal: AbortSignal) {
  const [opening, { today }] = await Promise.all([
    call(openingEndpoints.readOpening, {}, { signal }),
    call(endpoints.readCalendar, {}, { signal }),
  ])
  return { opening, today }
}

/** When the clinic can be booked: the rules of every week, and the days that are closed besides. */
export function OpeningPage() {
  const t = useTexts(openingTexts)
  const { title: closuresTitle } = useTexts(closuresTexts)
  const source = readTogether('opening', reads, null, loadOpening)
  const { data, error, isLoading, reload } = useRead(source, { fresh: true })
  const closures = useRef<HTMLHeadingElement>(null)
  const revision = useRevision(data?.opening.revision ?? 0)

  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <OpeningSkeleton />
  return (
    <StaffPage title={t.title}>
      <RulesForm rules={data.opening} today={data.today} revision={revision} />
      <section className="closures" aria-labelledby="closures-heading">
        <h3 id="closures-heading" ref={closures} tabIndex={-1}>
          {closuresTitle}
        </h3>
        <Closures opening={data.opening} revision={revision} focusAfterwards={closures} />
        <CloseDaysForm today={data.today} revision={revision} />
      </section>
    </StaffPage>
  )
}

function OpeningSkeleton() {
  const t = useTexts(openingTexts)
  return (
    <StaffPage title={t.title}>
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      <Skeleton height="120px" />
      <Skeleton width="320px" height="102px" />
      <Skeleton width="320px" height="136px" />
      <Skeleton width="190px" height="48px" />
      <div className="closures" aria-busy="true">
        <Skeleton width="60%" height="28px" />
        <Skeleton height="360px" />
      </div>
    </StaffPage>
  )
}

const touches = [openingEndpoints.readOpening, endpoints.readCalendar]

/** `today`: the clinic's day. */
type RulesFormProps = { rules: Rules; today: Day; revision: ReturnType<typeof useRevision> }

/** Closed weekdays, how far ahead and how late can be booked. */
function RulesForm(props: RulesFormProps) {
  const { rules, revision } = props
  const t = useTexts(openingTexts)
  const { question, closing, ...form } = useRulesForm(props)
  const field = (name: RulesField) => ({
    ...form.field(name),
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: 4,
    error: form.problems[name],
  })

  return (
    <form {...form.props} className="rules-form">
      <UnsavedGuard when={form.isChanged && !form.pending} />
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
      <ChangedMeanwhile
        form={form}
        newest={draftOf(rules)}
        revision={revision}
        words={(name, draft) => wordsOf(t, name, draft)}
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <Button type="submit" busy={form.pending} className="opening-submit">
        {t.save}
      </Button>
      <AffectedPatientsModal
        title={t.closeWeekdaysQuestion}
        question={question}
        closing={closing}
      />
    </form>
  )
}

function useRulesForm({ rules, today, revision }: RulesFormProps) {
  const language = useLanguage()
  const { saved } = useTexts(openingTexts)
  const closing = useClosing()
  const { ask, question } = useAffected({
    send: (changed: Rules, confirmed: boolean) =>
      call(openingEndpoints.changeOpening, {
        body: { ...changed, confirmed, revision: revision.from },
      }),
    touches,
    onConfirmed(now) {
      revision.saved(now.revision)
      form.reset(draftOf(now))
      toast.success(saved)
      const weekdays = now.closedWeekdays.filter((day) => !rules.closedWeekdays.includes(day))
      closing.settle({ from: today, to: addDays(today, farthest), weekdays })
    },
  })
  const form = useForm({
    start: draftOf(rules),
    fields: rulesFields,
    check: (draft: RulesDraft) => readRules(draft, language),
    send: ask,
    touches,
    saved: draftOf,
    onDone(now) {
      revision.saved(now.revision)
      toast.success(saved)
    },
  })
  return { ...form, question, closing }
}

type WeekdayChoiceProps = {
  /** 0 for Sunday to 6 for Saturday. */
  closed: readonly number[]
  onChange: (closed: readonly number[]) => void
}

function WeekdayChoice({ closed, onChange }: WeekdayChoiceProps) {
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

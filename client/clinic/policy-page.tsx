import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import {
  changeEndpoints,
  staffPolicyEndpoints,
} from '../../contract/appointments/change-endpoints.ts'
import { type LimitName, limitNames, type Policy } from '../../contract/clinic/policy.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { policy } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { limitsText, policyText } from '../domain/policy-note.tsx'
import { ChangedMeanwhile, useRevision } from '../forms/changed-meanwhile.tsx'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useForm } from '../forms/use-form.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { CheckboxField } from '../ui/fields/checkbox-field.tsx'
import { Field } from '../ui/fields/field.tsx'
import { RadioChoice } from '../ui/fields/radio-choice.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { Icon } from '../ui/icon.tsx'
import {
  cutoffOf,
  draftOf,
  mostReminders,
  type PolicyDraft,
  type PolicyProblems,
  policyFields,
  type ReminderDraft,
  readDraft,
  readLimits,
  reminderField,
  type Unit,
  units,
  withReminder,
  wordsOf,
} from './policy-draft.ts'
import { policyPageTexts } from './policy-texts.ts'
import './policy-form.css'

/** What the clinic promises after a booking: notice, refunds, reminders, earlier slots. */
export function PolicyPage() {
  const t = useTexts(policyPageTexts)
  const { data, error, isLoading, reload } = useRead(policy, { fresh: true })
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  return (
    <StaffPage title={t.title}>
      <p>{t.intro}</p>
      {data ? <PolicyForm policy={data} /> : <PolicySkeleton />}
    </StaffPage>
  )
}

function PolicySkeleton() {
  const { loading } = useTexts(policyPageTexts)
  return (
    <div className="policy-form" aria-busy="true">
      <p className="visually-hidden" role="status">
        {loading}
      </p>
      <Skeleton width="320px" height="168px" />
      <Skeleton height="250px" />
      <Skeleton height="280px" />
      <Skeleton width="320px" height="136px" />
      <Skeleton height="360px" />
    </div>
  )
}

type SpanField = 'cutoffHours' | 'cutoffMinutes' | 'offerHours' | 'offerMinutes' | 'lateMinutes'

type StoredPolicy = AnswerOf<typeof changeEndpoints.readPolicy>

function PolicyForm({ policy }: { policy: StoredPolicy }) {
  const t = useTexts(policyPageTexts)
  const revision = useRevision(policy.revision)
  const form = useForm({
    start: draftOf(policy),
    fields: policyFields,
    check: (typed: PolicyDraft) => readDraft(typed, t),
    send: (changed: Policy) =>
      call(staffPolicyEndpoints.changePolicy, { body: { ...changed, revision: revision.from } }),
    touches: [changeEndpoints.readPolicy],
    saved: draftOf,
    onDone(now) {
      revision.saved(now.revision)
      toast.success(t.saved)
    },
  })
  const { draft, change, problems } = form
  const field = (name: SpanField) => ({
    ...form.field(name),
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: 4,
    error: problems[name],
  })

  return (
    <form {...form.props} className="policy-form">
      <UnsavedGuard when={form.isChanged && !form.pending} />
      <fieldset className="policy-span" aria-describedby="notice-hint">
        <legend>{t.notice}</legend>
        <p className="field-hint" id="notice-hint">
          {t.noticeHint}
        </p>
        <Field {...field('cutoffHours')} label={t.hours} />
        <Field {...field('cutoffMinutes')} label={t.minutes} />
      </fieldset>
      <RefundChoice draft={draft} onChange={change} />
      <ReminderList
        draft={draft}
        problems={problems}
        onChange={(reminders) => change({ reminders })}
      />
      <fieldset className="policy-span" aria-describedby="offer-hint">
        <legend>{t.offer}</legend>
        <p className="field-hint" id="offer-hint">
          {t.offerHint}
        </p>
        <Field {...field('offerHours')} label={t.hours} />
        <Field {...field('offerMinutes')} label={t.minutes} />
      </fieldset>
      <fieldset className="policy-span" aria-describedby="late-hint">
        <legend>{t.late}</legend>
        <p className="field-hint" id="late-hint">
          {t.lateHint}
        </p>
        <Field {...field('lateMinutes')} label={t.lateMinutes} />
      </fieldset>
      <fieldset>
        <legend>{t.discretion}</legend>
        <CheckboxField
          name="namesTreatments"
          label={t.unnamed}
          hint={t.unnamedHint}
          checked={!draft.namesTreatments}
          onChange={(isHidden) => change({ namesTreatments: !isHidden })}
        />
      </fieldset>
      <LimitFields draft={draft} problems={problems} onChange={change} />
      <ChangedMeanwhile
        form={form}
        newest={draftOf(policy)}
        revision={revision}
        words={(name, theirs) => wordsOf(t, name, theirs)}
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <Button type="submit" busy={form.pending} className="policy-submit">
        {t.save}
      </Button>
    </form>
  )
}

type RefundChoiceProps = { draft: PolicyDraft; onChange: (part: Partial<PolicyDraft>) => void }

/** The three rules, and what patients will read of notice and refunds together. */
function RefundChoice({ draft, onChange }: RefundChoiceProps) {
  const language = useLanguage()
  const t = useTexts(policyPageTexts)
  const { refundRule } = draft
  const cutoffMinutes = cutoffOf(draft)
  return (
    <div className="policy-refunds">
      <RadioChoice
        legend={t.refunds}
        name="refundRule"
        options={[
          { value: 'before_cutoff', label: t.rules.before_cutoff },
          { value: 'always', label: t.rules.always },
          { value: 'never', label: t.rules.never },
        ]}
        chosen={refundRule}
        onChoose={(rule) => onChange({ refundRule: rule })}
      />
      <figure className="policy-read">
        <figcaption>{t.patientsRead}</figcaption>
        <blockquote aria-live="polite">
          {cutoffMinutes === null ? '…' : policyText(language, { cutoffMinutes, refundRule })}
        </blockquote>
      </figure>
    </div>
  )
}

type LimitFieldsProps = RefundChoiceProps & { problems: PolicyProblems }

/** How much one account can do, and what patients will read of it. */
function LimitFields({ draft, problems, onChange }: LimitFieldsProps) {
  const language = useLanguage()
  const t = useTexts(policyPageTexts)
  const { limits } = readLimits(draft, t)
  const set = (name: LimitName, typed: string) =>
    onChange({ limits: { ...draft.limits, [name]: typed } })
  return (
    <fieldset className="policy-limits" aria-describedby="limits-hint">
      <legend>{t.limits}</legend>
      <p className="field-hint" id="limits-hint">
        {t.limitsHint}
      </p>
      {limitNames.map((name) => (
        <Field
          key={name}
          name={name}
          label={t.limit[name]}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={draft.limits[name] ?? ''}
          error={problems[name]}
          onChange={({ target }) => set(name, target.value)}
        />
      ))}
      <figure className="policy-read">
        <figcaption>{t.patientsReadLimits}</figcaption>
        <blockquote aria-live="polite">{limits ? limitsText(language, limits) : '…'}</blockquote>
      </figure>
    </fieldset>
  )
}

type ReminderListProps = {
  draft: PolicyDraft
  problems: PolicyProblems
  onChange: (reminders: readonly ReminderDraft[]) => void
}

/** How long before an appointment reminders go out: as many as there are, one more, one less. */
function ReminderList({ draft, problems, onChange }: ReminderListProps) {
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

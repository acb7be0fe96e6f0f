import {
  changeEndpoints,
  staffPolicyEndpoints,
} from '../../contract/appointments/change-endpoints.ts'
import { type LimitName, limitNames, type Policy } from '../../contract/clinic/policy.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { call } from '../data/api.ts'
import { limitsText, policyText } from '../domain/policy-text.ts'
import { ChangedMeanwhile, useRevision } from '../forms/changed-meanwhile.tsx'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useForm } from '../forms/use-form.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { CheckboxField } from '../ui/fields/checkbox-field.tsx'
import { Field } from '../ui/fields/field.tsx'
import { RadioChoice } from '../ui/fields/radio-choice.tsx'
import {
  cutoffOf,
  draftOf,
  type PolicyDraft,
  type PolicyProblems,
  policyFields,
  readDraft,
  readLimits,
  wordsOf,
} from './policy-draft.ts'
import './policy-form.css'
import { policyPageTexts } from './policy-texts.ts'
import { ReminderList } from './reminder-list.tsx'

type SpanField = 'cutoffHours' | 'cutoffMinutes' | 'offerHours' | 'offerMinutes' | 'lateMinutes'

type StoredPolicy = AnswerOf<typeof changeEndpoints.readPolicy>

export function PolicyForm({ policy }: { policy: StoredPolicy }) {
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

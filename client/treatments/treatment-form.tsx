import { type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { endpoints } from '../../contract/endpoints.ts'
import { paths } from '../../contract/page-paths.ts'
import { type StaffTreatment, treatmentEndpoints } from '../../contract/treatments/endpoints.ts'
import { longestDescription } from '../../contract/treatments/treatment.ts'
import { BackLink } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { leaving } from '../data/use-action.ts'
import { AffectedModal, useAffected } from '../forms/affected-modal.tsx'
import { ChangedMeanwhile, useRevision } from '../forms/changed-meanwhile.tsx'
import type { Checked } from '../forms/problems.ts'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useForm } from '../forms/use-form.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { listTexts } from '../i18n/texts-lists.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Field, TextAreaField } from '../ui/fields/field.tsx'
import { RadioChoice } from '../ui/fields/radio-choice.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Slots } from './slots.tsx'
import { type FormTexts, formTexts, treatmentsTexts } from './texts.ts'
import {
  draftOf,
  readDraft,
  type TreatmentBody,
  type TreatmentDraft,
  type TreatmentField,
  treatmentFields,
} from './treatment-draft.ts'
import './treatment-form.css'

/** Absent for a new one. */
type Edited = StaffTreatment | undefined

/** Name, price and times of one treatment. The times have small forms of their own, beside this one. */
export function TreatmentForm({ treatment }: { treatment?: Edited }) {
  const t = useTexts(formTexts)
  const { editOf } = useTexts(treatmentsTexts)
  const lists = useTexts(listTexts)
  const revision = useRevision(treatment?.revision ?? 0)
  const { question, setUnfinished, ...form } = useTreatmentForm(treatment, revision.from)
  // What is only no longer offered has no proposal.
  const mustSettle = question.affected.some(({ proposal }) => proposal !== undefined)
  const { problems } = form
  // The form's fields end before the times, which may have the problem.
  const { ref: place, ...formProps } = form.props
  const heading = useRef<HTMLHeadingElement>(null)
  useArrivalFocus(heading)

  return (
    <section className="treatment-form" aria-labelledby="treatment-heading" ref={place}>
      <UnsavedGuard when={form.isChanged && !form.pending} />
      <BackLink to={paths.treatments}>{t.all}</BackLink>
      <h2 id="treatment-heading" ref={heading} tabIndex={-1}>
        {treatment ? editOf(treatment.name) : t.add}
      </h2>
      <form {...formProps} className="treatment-fields" id="treatment">
        <Field
          {...form.field('name')}
          label={t.name}
          error={problems.name}
          required
          maxLength={200}
          autoComplete="off"
        />
        <Field
          {...form.field('price')}
          label={t.price}
          error={problems.price}
          required
          inputMode="decimal"
          autoComplete="off"
          placeholder="99.00"
        />
        {treatment && <p className="treatment-note">{t.priceStays}</p>}
        <TextAreaField
          {...form.field('description')}
          label={t.description}
          hint={t.descriptionHint}
          error={problems.description}
          maxLength={longestDescription}
          rows={3}
        />
      </form>
      <Begins form={form} />
      {form.draft.begins === 'list' && (
        <Slots
          slots={form.draft.slots}
          error={problems.slots}
          onChange={(slots) => form.change({ slots })}
          onUnfinished={setUnfinished}
        />
      )}
      {treatment && (
        <ChangedMeanwhile
          form={form}
          newest={draftOf(treatment)}
          revision={revision}
          words={(field, draft) => wordsOf(t, field, draft)}
        />
      )}
      <ErrorLine>{form.failure}</ErrorLine>
      <div className="treatment-end">
        <Button type="submit" form="treatment" busy={form.pending}>
          {treatment ? t.save : t.addNow}
        </Button>
        <ButtonLink variant="quiet" to={paths.treatments}>
          {t.cancel}
        </ButtonLink>
      </div>
      <AffectedModal
        {...question}
        title={t.saveQuestion}
        confirmLabel={mustSettle ? lists.saveAndSettle : t.saveAnyway}
      >
        <p>{mustSettle ? lists.settledNext : t.appointmentsStay}</p>
      </AffectedModal>
    </section>
  )
}

/** List and form change places at one address: the one that appears takes the focus, if it is free. */
export function useArrivalFocus(heading: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (document.activeElement !== document.body) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [heading])
}

type BeginsProps = { form: Omit<ReturnType<typeof useTreatmentForm>, 'question' | 'setUnfinished'> }

/** Whether it begins at listed times or as its doctors work, and how long doctor and chair stay taken. */
function Begins({ form }: BeginsProps) {
  const t = useTexts(formTexts)
  const minutes = (name: 'length' | 'every' | 'buffer') => ({
    ...form.field(name),
    error: form.problems[name],
    form: 'treatment',
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: 3,
  })
  return (
    <div className="treatment-begins">
      <RadioChoice
        legend={t.begins}
        name="begins"
        options={[
          { value: 'list', label: t.byList },
          { value: 'hours', label: t.byHours, hint: t.byHoursHint },
        ]}
        chosen={form.draft.begins}
        onChoose={(begins) => form.change({ begins })}
      />
      {form.draft.begins === 'hours' && (
        <div className="treatment-minutes">
          <Field {...minutes('length')} label={t.length} required />
          <Field {...minutes('every')} label={t.every} required />
        </div>
      )}
      <div className="treatment-minutes">
        <Field {...minutes('buffer')} label={t.buffer} hint={t.bufferHint} placeholder="0" />
      </div>
    </div>
  )
}

const fieldOf = { treatment_exists: 'name', slots_overlap: 'slots' } as const
const touches = [treatmentEndpoints.listStaffTreatments, endpoints.listTreatments]

/** A field's label and value, for the message that it was changed elsewhere. */
function wordsOf(t: FormTexts, field: TreatmentField, draft: TreatmentDraft) {
  const label = t[field]
  if (field === 'begins') return { label, text: draft.begins === 'list' ? t.byList : t.byHours }
  return { label, text: field === 'slots' ? String(draft.slots.length) : draft[field] }
}

function useTreatmentForm(treatment: Edited, revision: number) {
  const language = useLanguage()
  const t = formTexts[language]
  /** A time is typed and not in the list. */
  const [isUnfinished, setUnfinished] = useState(false)
  const navigate = useNavigate()

  function onDone(done: Saved, { name }: TreatmentBody) {
    toast.success(treatment ? t.saved(name) : t.added(name))
    const { change = null } = done
    void navigate(change === null ? paths.treatments : paths.planChange(change))
    return leaving
  }
  const { ask, question } = useAffected({
    send: (change: TreatmentBody, confirmed: boolean) =>
      save(treatment, { ...change, confirmed }, revision),
    touches,
    onConfirmed: onDone,
  })
  const form = useForm({
    start: draftOf(treatment),
    fields: treatmentFields,
    fieldOf,
    check(draft: TreatmentDraft): Checked<TreatmentBody, TreatmentField> {
      const checked = readDraft(draft, language)
      if (!checked.ok || !isUnfinished) return checked
      return { ok: false, problems: { slots: t.timeNotInList } }
    },
    send: ask,
    touches,
    onDone,
  })
  return { ...form, isChanged: form.isChanged || isUnfinished, question, setUnfinished }
}

/** `change` is where appointments that no longer fit are settled; a new treatment has none. */
type Saved = { change?: string | null }

async function save(
  treatment: Edited,
  body: TreatmentBody & { confirmed: boolean },
  revision: number,
): Promise<Saved> {
  if (!treatment) {
    await call(treatmentEndpoints.addTreatment, { body })
    return {}
  }
  return await call(treatmentEndpoints.changeTreatment, {
    params: { id: treatment._id },
    body: { ...body, revision },
  })
}

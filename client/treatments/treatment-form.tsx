import { ArrowLeft } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import type { StaffTreatment } from '../../contract/treatments/endpoints.ts'
import { AffectedModal } from '../forms/affected-modal.tsx'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Icon } from '../ui/icon.tsx'
import { Slots } from './slots.tsx'
import { treatmentsTexts } from './texts.ts'
import { formTexts } from './texts-form.ts'
import { TreatmentFields } from './treatment-fields.tsx'
import './treatment-form.css'
import { useArrivalFocus } from './use-arrival-focus.ts'
import { useTreatmentForm } from './use-treatment-form.ts'

type TreatmentFormProps = {
  /** Absent for a new one. */
  treatment?: StaffTreatment
  onSaved: () => void
}

/** Name, price and times of one treatment. The times have small forms of their own, beside this one. */
export function TreatmentForm({ treatment, onSaved }: TreatmentFormProps) {
  const t = useTexts(formTexts)
  const { editOf } = useTexts(treatmentsTexts)
  const form = useTreatmentForm(treatment, onSaved)
  const heading = useRef<HTMLHeadingElement>(null)
  useArrivalFocus(heading)

  return (
    <section className="treatment-form" aria-labelledby="treatment-heading" ref={form.place}>
      <UnsavedGuard when={form.isChanged && !form.busy} />
      <Link className="treatment-back" to={paths.treatments}>
        <Icon of={ArrowLeft} />
        {t.all}
      </Link>
      <h2 id="treatment-heading" ref={heading} tabIndex={-1}>
        {treatment ? editOf(treatment.name) : t.add}
      </h2>
      <TreatmentFields id="treatment" isNew={!treatment} {...form} />
      <Slots
        slots={form.draft.slots}
        error={form.problems.slots}
        onChange={(slots) => form.change({ slots })}
        onUnfinished={form.setUnfinished}
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <div className="treatment-end">
        <Button type="submit" form="treatment" busy={form.busy}>
          {treatment ? t.save : t.addNow}
        </Button>
        <ButtonLink variant="quiet" to={paths.treatments}>
          {t.cancel}
        </ButtonLink>
      </div>
      <AffectedModal {...form.question} title={t.saveQuestion} confirmLabel={t.saveAnyway}>
        <p>{t.appointmentsStay}</p>
      </AffectedModal>
    </section>
  )
}

import type { ChangeTerms } from '../../../contract/appointments/change-endpoints.ts'
import type { Treatment } from '../../../contract/treatments/treatment.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { differenceOf, shortDifference } from './money-difference.ts'
import { moveTexts } from './move-texts.ts'

type TreatmentChoiceProps = {
  terms: ChangeTerms
  /** On their way: only the present one can be named. */
  treatments: Treatment[] | undefined
  chosen: string
  onChoose: (treatmentId: string) => void
}

/** The same treatment first, the others with what they change about the money. */
export function TreatmentChoice({ terms, treatments, chosen, onChoose }: TreatmentChoiceProps) {
  const language = useLanguage()
  const t = useTexts(moveTexts)
  const { treatmentId, treatment } = terms.booking
  const isGone = treatments !== undefined && !treatments.some(({ _id }) => _id === treatmentId)
  const others = (treatments ?? []).filter(({ _id }) => _id !== treatmentId)
  const options = [
    { value: treatmentId, label: isGone ? t.gone(treatment) : treatment },
    ...others.map(({ _id, name, price }) => ({
      value: _id,
      label: `${name}: ${shortDifference(language, differenceOf(terms, price))}`,
    })),
  ]
  return (
    <SelectField
      label={t.treatment}
      name="treatment"
      options={options}
      value={options.some(({ value }) => value === chosen) ? chosen : treatmentId}
      onChange={({ target }) => onChoose(target.value)}
    />
  )
}

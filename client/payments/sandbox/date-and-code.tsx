import { useTexts } from '../../i18n/language.tsx'
import { Field } from '../../ui/field.tsx'
import { cardTexts } from '../card-texts.ts'
import type { CardField } from './card-faults.ts'

type DateAndCodeProps = {
  faults: Partial<Record<CardField, string>>
  /** American Express has a longer code. */
  brand: string | null
}

export function DateAndCode({ faults, brand }: DateAndCodeProps) {
  const t = useTexts(cardTexts)
  return (
    <div className="card-pair">
      <Field
        label={t.expiry}
        name="expiry"
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder={t.expiryForm}
        error={faults.expiry}
        required
      />
      <Field
        label={t.code}
        name="cvc"
        inputMode="numeric"
        autoComplete="cc-csc"
        placeholder={t.codeForm(brand === 'amex' ? 4 : 3)}
        error={faults.cvc}
        required
      />
    </div>
  )
}

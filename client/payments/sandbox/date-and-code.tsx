import { Field } from '../../ui/field.tsx'
import type { CardField } from './card-faults.ts'

type DateAndCodeProps = {
  faults: Partial<Record<CardField, string>>
  /** American Express has a longer code. */
  brand: string | null
}

export function DateAndCode({ faults, brand }: DateAndCodeProps) {
  return (
    <div className="card-pair">
      <Field
        label="Expiry date"
        name="expiry"
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder="MM / YY"
        error={faults.expiry}
        required
      />
      <Field
        label="Security code"
        name="cvc"
        inputMode="numeric"
        autoComplete="cc-csc"
        placeholder={brand === 'amex' ? '4 digits' : '3 digits'}
        error={faults.cvc}
        required
      />
    </div>
  )
}

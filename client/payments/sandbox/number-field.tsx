import { useTexts } from '../../i18n/language.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { brandName } from '../card-brand.ts'
import { CardIcon } from '../card-icon.tsx'
import { cardTexts } from '../card-texts.ts'

type NumberFieldProps = { error: string | undefined; brand: string | null }

/** The card number, with its brand as soon as it can be told. */
export function NumberField({ error, brand }: NumberFieldProps) {
  const t = useTexts(cardTexts)
  return (
    <FieldFrame label={t.number} error={error}>
      {(control) => (
        <div className="card-number">
          <input
            {...control}
            name="number"
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            spellCheck={false}
            required
          />
          <span className="card-number-brand">
            {brand !== null && (
              <span className="card-number-name">{brandName(brand) ?? t.aCard}</span>
            )}
            <CardIcon brand={brand} />
          </span>
        </div>
      )}
    </FieldFrame>
  )
}

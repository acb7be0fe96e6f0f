import { Link } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { treatments as allTreatments } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { type Option, SelectField } from '../ui/fields/select-field.tsx'
import { doctorsTexts } from './texts.ts'

type SpecialtyFieldProps = {
  name: string
  required: boolean
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

/** One of the treatments, by name. */
export function SpecialtyField({ error, ...select }: SpecialtyFieldProps) {
  const t = useTexts(doctorsTexts)
  const treatments = useRead(allTreatments)
  const names = treatments.data?.map(({ name }) => name)
  const failed = names === undefined && treatments.error !== undefined
  return (
    <div className="specialty">
      <SelectField
        {...select}
        label={t.headings.specialty}
        error={failed ? t.noTreatments : error}
        options={[
          { value: '', label: names ? t.choose : t.oneMoment },
          ...optionsOf(names ?? [], select.value),
        ]}
      />
      {failed && (
        <Button variant="quiet" busy={treatments.isLoading} onClick={treatments.reload}>
          {t.loadAgain}
        </Button>
      )}
      {names?.length === 0 && (
        <p>
          {t.noneYet} <Link to={paths.treatments}>{t.addOneFirst}</Link>
        </p>
      )}
    </div>
  )
}

/** A doctor may have one that is offered no more. */
function optionsOf(names: string[], chosen: string): Option[] {
  const all = names.includes(chosen) || chosen === '' ? names : [...names, chosen]
  return all.map((name) => ({ value: name, label: name }))
}

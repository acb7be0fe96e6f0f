import { Link } from 'react-router'
import { endpoints } from '../../contract/endpoints.ts'
import { call } from '../api.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { type Option, SelectField } from '../ui/select-field.tsx'
import { useFetched } from '../use-fetched.ts'

type SpecialtyFieldProps = {
  name: string
  required: boolean
  value: string
  error: string | undefined
  onChange: (specialty: string) => void
}

/** One of the treatments, by name. */
export function SpecialtyField({ onChange, error, ...select }: SpecialtyFieldProps) {
  const treatments = useFetched('treatments', (signal) =>
    call(endpoints.listTreatments, {}, { signal }),
  )
  const names = treatments.data?.map(({ name }) => name)
  const failed = names === undefined && treatments.error !== undefined
  return (
    <div className="specialty">
      <SelectField
        {...select}
        label="Specialty"
        error={failed ? 'The treatments to choose from did not load.' : error}
        options={optionsOf(names, select.value)}
        onChange={({ target }) => onChange(target.value)}
      />
      {failed && (
        <Button variant="quiet" busy={treatments.isLoading} onClick={treatments.reload}>
          Load them again
        </Button>
      )}
      {names?.length === 0 && (
        <p>
          There are no treatments yet. <Link to={paths.treatments}>Add one first.</Link>
        </p>
      )}
    </div>
  )
}

function optionsOf(names: string[] | undefined, chosen: string): Option[] {
  const first = { value: '', label: names ? 'Choose a specialty' : 'One moment…' }
  // A doctor may have one that is offered no more.
  const all = names?.includes(chosen) || chosen === '' ? (names ?? []) : [...(names ?? []), chosen]
  return [first, ...all.map((name) => ({ value: name, label: name }))]
}

import { type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import { ComboBox } from 'react-aria-components/ComboBox'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import { defineTexts, locales } from '../../../contract/language.ts'
import { type PatientRow, patientEndpoints } from '../../../contract/patients/patient.ts'
import { read, useRead } from '../../data/use-read.ts'
import { readTyped } from '../../data/use-search.ts'
import { describePatient } from '../../domain/patients/describe-patient.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import './patient-picker.css'

const texts = defineTexts({
  en: {
    hint: 'Part of a name, phone or e-mail, or a birth date, finds who is known.',
    searching: 'Searching…',
    patients: 'Known patients',
  },
  es: {
    hint: 'Una parte del nombre, teléfono o correo, o la fecha de nacimiento, encuentra a quien se conoce.',
    searching: 'Buscando…',
    patients: 'Pacientes conocidos',
  },
})

/** Who an appointment is for, as their record has them. */
export type KnownPatient = Pick<PatientRow, '_id' | 'name' | 'phone' | 'email'>

const pauseMs = 200
const leastLetters = 2
const mostShown = 8

/** The patients that what is typed is part of; `undefined` until they are known. */
function useFound(typed: string): PatientRow[] | undefined {
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const isAsked = search.length >= leastLetters
  const { data, isCurrent, error } = useRead(
    read(patientEndpoints.listPatients, { query: { search, limit: mostShown } }),
    { enabled: isAsked },
  )
  if (typed.length < leastLetters || error !== undefined) return []
  if (search !== typed || !data || !isCurrent) return undefined
  return data.rows.filter(({ archived }) => !archived)
}

/** Enter sends the form with the name as typed, also while the list is open and none of it is chosen. */
function submitTyped({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  const isOpen = currentTarget.getAttribute('aria-expanded') === 'true'
  const isChosen = currentTarget.hasAttribute('aria-activedescendant')
  if (key === 'Enter' && isOpen && !isChosen) currentTarget.form?.requestSubmit()
}

type PatientPickerProps = {
  name: string
  /** It is that of a record. */
  isPicked: boolean
  error: string | undefined
  input: Ref<HTMLInputElement>
  onType: (name: string) => void
  onPick: (patient: KnownPatient) => void
}

/** The name of a patient: a new one is typed, one who is known is picked from what matches. */
export function PatientPicker(props: PatientPickerProps) {
  const { name, isPicked, error, input, onType, onPick } = props
  const language = useLanguage()
  const t = texts[language]
  const found = useFound(isPicked ? '' : readTyped(name))
  const items = found ?? []
  return (
    <I18nProvider locale={locales[language]}>
      <ComboBox
        className="field"
        allowsCustomValue
        allowsEmptyCollection={found === undefined}
        menuTrigger="input"
        defaultFilter={() => true}
        items={items}
        inputValue={name}
        onInputChange={(typed) => {
          if (typed === name) return
          onType(typed)
        }}
        selectedKey={null}
        onSelectionChange={(id) => {
          const patient = items.find(({ _id }) => _id === id)
          if (patient) onPick(patient)
        }}
        isInvalid={error !== undefined}
        validationBehavior="aria"
      >
        <Label className="field-label">{sharedTexts[language].name}</Label>
        <Text className="field-hint" slot="description">
          {t.hint}
        </Text>
        <Input
          ref={input}
          className="field-control"
          data-field="patientName"
          autoComplete="off"
          maxLength={200}
          onKeyDown={submitTyped}
        />
        {error !== undefined && (
          <Text className="field-error" slot="errorMessage">
            {error}
          </Text>
        )}
        <Popover className="patient-picker-list" placement="bottom start" shouldFlip={false}>
          <ListBox<PatientRow>
            aria-label={t.patients}
            renderEmptyState={() => <p className="patient-picker-list-none">{t.searching}</p>}
          >
            {(patient) => (
              <ListBoxItem
                id={patient._id}
                className="patient-picker-list-one"
                textValue={patient.name}
              >
                <strong>{patient.name}</strong>
                <span>{describePatient(language, patient)}</span>
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
    </I18nProvider>
  )
}

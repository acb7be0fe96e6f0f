import { type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import { ComboBox } from 'react-aria-components/ComboBox'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import { defineTexts, locales } from '../../../contract/language.ts'
import type { Relation } from '../../../contract/patients/dependent.ts'
import { dayEndpoints } from '../../../contract/schedule/endpoints.ts'
import type { StaffAppointment } from '../../../contract/schedule/staff-appointment.ts'
import { read, useRead } from '../../data/use-read.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import './patient-picker.css'

const texts = defineTexts({
  en: {
    hint: 'Part of a name, phone or e-mail finds who has been here.',
    searching: 'Searching…',
    patients: 'Patients who have been here',
    bookedBy: (name: string) => `booked by ${name}`,
  },
  es: {
    hint: 'Una parte del nombre, teléfono o correo encuentra a quien ya vino.',
    searching: 'Buscando…',
    patients: 'Pacientes que ya vinieron',
    bookedBy: (name) => `reserva ${name}`,
  },
})

/** Who an appointment is for, as a booking names them. */
export type KnownPatient = {
  patientName: string
  phone: string
  /** The e-mail; '' without one. */
  patient: string
  relation: Relation | ''
}

type Found = KnownPatient & { id: string; bookedBy: string | null }

/** Each patient of some appointments once, by name, e-mail and phone. */
export function patientsOf(appointments: readonly StaffAppointment[]): Found[] {
  const found = new Map<string, Found>()
  for (const { patientName, phone, patient, dependent, bookedBy } of appointments) {
    const id = JSON.stringify([patientName, patient, patient === null ? phone : ''])
    const relation: Found['relation'] = dependent?.relation ?? ''
    if (found.has(id)) continue
    found.set(id, { patientName, phone, patient: patient ?? '', relation, id, bookedBy })
  }
  return [...found.values()]
}

const pauseMs = 200
const leastLetters = 2
const mostShown = 8

/** The patients that what is typed is part of; `undefined` until they are known. */
function useFound(typed: string): Found[] | undefined {
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const isAsked = search.length >= leastLetters
  const { data, isCurrent, error } = useRead(
    read(dayEndpoints.searchAppointments, { query: { search } }),
    { enabled: isAsked },
  )
  if (typed.length < leastLetters || error !== undefined) return []
  if (search !== typed || !data || !isCurrent) return undefined
  return patientsOf(data.rows).slice(0, mostShown)
}

/** Enter sends the form with the name as typed, also while the list is open and none of it is chosen. */
function submitTyped({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  const isOpen = currentTarget.getAttribute('aria-expanded') === 'true'
  const isChosen = currentTarget.hasAttribute('aria-activedescendant')
  if (key === 'Enter' && isOpen && !isChosen) currentTarget.form?.requestSubmit()
}

type PatientPickerProps = {
  name: string
  error: string | undefined
  input: Ref<HTMLInputElement>
  onType: (name: string) => void
  onPick: (patient: KnownPatient) => void
}

/** The name of a patient: a new one is typed, one who has been here is picked from what matches. */
export function PatientPicker({ name, error, input, onType, onPick }: PatientPickerProps) {
  const language = useLanguage()
  const t = texts[language]
  const [isPicked, setIsPicked] = useState(false)
  const found = useFound(isPicked ? '' : name.trim())
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
          setIsPicked(false)
          onType(typed)
        }}
        selectedKey={null}
        onSelectionChange={(id) => {
          const patient = items.find((one) => one.id === id)
          if (!patient) return
          setIsPicked(true)
          onPick(patient)
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
          <ListBox<Found>
            aria-label={t.patients}
            renderEmptyState={() => <p className="patient-picker-list-none">{t.searching}</p>}
          >
            {({ patientName, patient, phone, bookedBy }) => (
              <ListBoxItem className="patient-picker-list-one" textValue={patientName}>
                <strong>{patientName}</strong>
                <span>
                  {[phone, patient, bookedBy && t.bookedBy(bookedBy)].filter(Boolean).join(' · ')}
                </span>
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
    </I18nProvider>
  )
}

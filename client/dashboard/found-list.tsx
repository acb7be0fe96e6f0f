import { useEffect } from 'react'
import { defineTexts, type Language, plural } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { type PatientRow, patientEndpoints } from '../../contract/patients/patient.ts'
import { scheduleEndpoints } from '../../contract/schedule/endpoints.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { showDate, showSlot } from '../../contract/show.ts'
import { ApiError, call } from '../data/api.ts'
import { readTogether, useRead } from '../data/use-read.ts'
import { isTooShort, searchFor } from '../data/use-search.ts'
import { describePatient } from '../domain/patients/describe-patient.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Link } from '../ui/link.tsx'

const texts = defineTexts({
  en: {
    found: 'Found',
    allPatients: (search: string) => `All patients that match “${search}”`,
    all: (search: string) => `All appointments of “${search}”`,
    inPatients: 'Search patients',
    inAppointments: 'Search appointments',
    few: 'Two letters or digits, or more.',
    searching: 'Searching…',
    nobody: 'Nobody found. Any part of a name, an e-mail or a phone number will do.',
    results: (count: number) =>
      `${count} ${plural('en', count, { one: 'result', other: 'results' })}`,
    cancelled: 'cancelled',
    archived: 'archived',
  },
  es: {
    found: 'Resultados',
    allPatients: (search) => `Todos los pacientes que coinciden con «${search}»`,
    all: (search) => `Todas las citas de «${search}»`,
    inPatients: 'Buscar en los pacientes',
    inAppointments: 'Buscar en las citas',
    few: 'Dos letras o cifras, o más.',
    searching: 'Buscando…',
    nobody: 'No se encontró a nadie. Basta una parte del nombre, del correo o del teléfono.',
    results: (count) =>
      `${count} ${plural('es', count, { one: 'resultado', other: 'resultados' })}`,
    cancelled: 'cancelada',
    archived: 'archivado',
  },
})

const [mostPatients, mostAppointments] = [4, 6]

export type Aim = { to: string; state?: { search: string } }
type Option = Aim & { name: string; detail: string }
type Found = {
  options: Option[]
  /** All appointments, or all patients where none of them has any; absent where nothing was found. */
  whole: Aim | undefined
  count: number
  isCurrent: boolean
  error: unknown
  reload(): void
}

/** What a search finds, in the order in which the arrow keys walk it. */
export function useFound(search: string, isWanted: boolean): Found {
  const language = useLanguage()
  const t = useTexts(texts)
  const reading = useRead(
    readTogether(
      'staff-search',
      [patientEndpoints.listPatients, scheduleEndpoints.searchAppointments],
      { search },
      async (signal) => {
        const [patients, appointments] = await Promise.all([
          call(
            patientEndpoints.listPatients,
            { query: { search, limit: mostPatients } },
            { signal },
          ),
          call(
            scheduleEndpoints.searchAppointments,
            { query: { search, limit: mostAppointments } },
            { signal },
          ),
        ])
        return { patients, appointments: appointments.rows }
      },
    ),
    { enabled: isWanted && !isTooShort(search) },
  )
  const { data, isCurrent, error, reload } = reading
  const { patients, appointments = [] } = (isCurrent && data) || {}
  const known = (patients?.rows ?? []).map((one) => ({
    to: paths.patient(one._id),
    name: one.name,
    detail: detailOfPatient(language, one),
  }))
  const booked = appointments.map((one) => ({
    to: paths.staffAppointment(one._id),
    name: one.patientName,
    detail: detailOf(language, one),
  }))
  const count = known.length + booked.length
  const isNobody = isCurrent && count === 0
  const nobody = [
    { ...patientsOf(search), name: t.inPatients, detail: '' },
    { ...allOf(search), name: t.inAppointments, detail: '' },
  ]
  const options = [
    ...known,
    ...(patients?.next ? [{ ...patientsOf(search), name: t.allPatients(search), detail: '' }] : []),
    ...booked,
    ...(booked.length > 0 ? [{ ...allOf(search), name: t.all(search), detail: '' }] : []),
    ...(isNobody ? nobody : []),
  ]
  const whole =
    booked.length > 0 ? allOf(search) : known.length > 0 ? patientsOf(search) : undefined
  return { options, whole, count, isCurrent, error, reload }
}

/** The page with all patients that a search finds. */
const patientsOf = (search: string) => ({ to: paths.patients, state: searchFor(search) })

/** The page with all appointments that a search finds. */
const allOf = (search: string) => ({ to: paths.schedule, state: searchFor(search) })

/** `Patient · Jun 5, 1988 · 718 555 0100`. */
function detailOfPatient(language: Language, one: PatientRow): string {
  const { patient } = sharedTexts[language]
  const facts = [patient, describePatient(language, one), one.archived && texts[language].archived]
  return facts.filter(Boolean).join(' · ')
}

/** `Dec 1, 2026, 9:30 AM - 10:00 AM, Teeth Cleaning`. */
function detailOf(language: Language, one: StaffAppointment): string {
  const { date, slot, treatment, status } = one
  const facts = [showDate(language, date), showSlot(language, slot), treatment]
  return [...facts, ...(status === 'cancelled' ? [texts[language].cancelled] : [])].join(', ')
}

type FoundListProps = {
  id: string
  search: string
  found: Found
  options: readonly (Option & { id: string })[]
  chosen: string | undefined
  onFollow: () => void
}

/** Below the field: what was found, or why nothing is there to be seen. */
export function FoundList({ id, search, found, options, chosen, onFollow }: FoundListProps) {
  const t = useTexts(texts)
  const { isCurrent, error, count } = found
  const isShort = isTooShort(search)
  const hasFailed = !isShort && !isCurrent && error !== undefined
  const note = isShort ? t.few : !isCurrent ? t.searching : count === 0 ? t.nobody : undefined
  useInSight(chosen)
  return (
    <div className="found">
      {hasFailed ? <Failed {...found} /> : note && <p className="found-note">{note}</p>}
      <div role="listbox" id={id} aria-label={t.found}>
        {options.map(({ id: own, to, state, name, detail }) => (
          <Link
            key={own}
            id={own}
            role="option"
            aria-selected={own === chosen}
            tabIndex={-1}
            className="found-option"
            to={to}
            state={state}
            onClick={onFollow}
          >
            <strong>{name}</strong>
            {detail && <span>{detail}</span>}
          </Link>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {note ?? (!hasFailed && t.results(count))}
      </p>
    </div>
  )
}

function Failed({ error, reload }: Pick<Found, 'error' | 'reload'>) {
  const { tryAgain, unexpected } = useTexts(sharedTexts)
  return (
    <p className="found-note found-failed" role="alert">
      {error instanceof ApiError ? error.message : unexpected}
      <button type="button" className="found-retry" onClick={reload}>
        {tryAgain}
      </button>
    </p>
  )
}

/** Where the list is higher than its room, what is chosen in it is scrolled to. */
function useInSight(chosen: string | undefined) {
  useEffect(() => {
    if (chosen) document.getElementById(chosen)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
}

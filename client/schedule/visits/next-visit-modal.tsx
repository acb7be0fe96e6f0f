import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Day, parseDay } from '../../../contract/date.ts'
import { defineTexts, type Language } from '../../../contract/language.ts'
import { refusalText as textOfCode } from '../../../contract/refusal-texts.ts'
import {
  IntervalUnit,
  mostVisits,
  nextVisitEndpoints,
  type PlannedVisit,
  type RefusedVisit,
} from '../../../contract/schedule/endpoints.ts'
import type { StaffAppointment } from '../../../contract/schedule/staff-appointment.ts'
import { showDate, showSlot, showWeekday } from '../../../contract/show.ts'
import { call } from '../../data/api.ts'
import { LoadFailure } from '../../data/load-failure.tsx'
import { calendar as clinicCalendar, treatments as offered } from '../../data/shared-queries.ts'
import { noteUnsaved } from '../../data/unsaved.ts'
import { useAction } from '../../data/use-action.ts'
import { read, useRead } from '../../data/use-read.ts'
import { closeForm } from '../../forms/leaving.ts'
import { UnsavedGuard } from '../../forms/unsaved-guard.tsx'
import { useLanguage } from '../../i18n/language.tsx'
import { priceText } from '../../i18n/price-text.ts'
import { sharedTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { refusalText, touches } from '../changes.tsx'
import '../schedule.css'
import './visits.css'

const texts = defineTexts({
  en: {
    title: (patientName: string) => `Next visit of ${patientName}`,
    interval: 'When',
    weeks: (count: number) => (count === 1 ? 'In 1 week' : `In ${count} weeks`),
    months: (count: number) => `In ${count} months`,
    count: 'How many',
    visits: (count: number) => (count === 1 ? 'One visit' : `${count} visits, as far apart`),
    together: 'All of them or none',
    plan: 'The days and times',
    planWhat: 'The free days',
    day: (n: number, weekday: string) => `Visit ${n}, ${weekday}`,
    time: (n: number) => `Time of visit ${n}`,
    noRoom: 'No room: choose another day',
    firstWithRoom: 'The first day with room',
    notified: (patientName: string, isSent: boolean) =>
      isSent ? `${patientName} is notified by e-mail.` : `${patientName} gets one e-mail about it.`,
    book: (count: number) => (count === 1 ? 'Book the visit' : `Book ${count} visits`),
    booked: 'Booked',
    done: 'Done',
    isBooked: (patientName: string, date: string, slot: string) =>
      `${patientName} is booked on ${date} at ${slot}`,
    areBooked: (patientName: string, count: number) => `${patientName} has ${count} more visits`,
    someLeft: (booked: number, left: number) =>
      `${booked} booked, ${left} not: choose another day or time for what is left.`,
    noneBooked: 'Nothing is booked: not all of them are free.',
  },
  es: {
    title: (patientName) => `Próxima visita de ${patientName}`,
    interval: 'Cuándo',
    weeks: (count) => (count === 1 ? 'En 1 semana' : `En ${count} semanas`),
    months: (count) => `En ${count} meses`,
    count: 'Cuántas',
    visits: (count) => (count === 1 ? 'Una visita' : `${count} visitas, con esa separación`),
    together: 'Todas o ninguna',
    plan: 'Los días y horas',
    planWhat: 'los días libres',
    day: (n, weekday) => `Visita ${n}, ${weekday}`,
    time: (n) => `Hora de la visita ${n}`,
    noRoom: 'Sin lugar: elija otro día',
    firstWithRoom: 'El primer día con lugar',
    notified: (patientName, isSent) =>
      isSent ? `Avisamos a ${patientName} por correo.` : `${patientName} recibe un solo correo.`,
    book: (count) => (count === 1 ? 'Reservar la visita' : `Reservar ${count} visitas`),
    booked: 'Reservada',
    done: 'Listo',
    isBooked: (patientName, date, slot) => `${patientName} tiene cita el ${date}, ${slot}`,
    areBooked: (patientName, count) => `${patientName} tiene ${count} visitas más`,
    someLeft: (booked, left) =>
      `${booked} reservadas, ${left} no: elija otro día u otra hora para las que faltan.`,
    noneBooked: 'No se reservó nada: no todas están libres.',
  },
})

const intervals = ['1 weeks', '2 weeks', '4 weeks', '6 weeks', '3 months', '6 months', '12 months']

function readInterval(interval: string): { every: number; unit: IntervalUnit } {
  const [every, unit] = interval.split(' ')
  return { every: Number(every), unit: IntervalUnit.safeParse(unit).data ?? 'months' }
}

type Wish = { treatmentId: string; interval: string; count: number; together: boolean }

const wishKeys = ['treatmentId', 'interval', 'count', 'together'] as const

/** A visit as it is on the screen. */
type Row = PlannedVisit & {
  /** Its place in the series, from 1. */
  n: number
  /** Another day was asked for and had no room. */
  isMoved?: boolean
  /** What stands in the field of its day until the times of that day are known. */
  typed?: string | undefined
  isBooked?: boolean
  /** Why it was not booked. */
  error?: string | undefined
}

type NextVisitModalProps = { appointment: StaffAppointment; onClose: () => void }

/** Books what comes next for the patient of an appointment: one visit, or a series. */
export function NextVisitModal({ appointment, onClose }: NextVisitModalProps) {
  const language = useLanguage()
  const t = texts[language]
  const { patient, patientName } = appointment
  const { wish, setWish, rows, setRow, choices, plan, price, book } = useNextVisits(appointment)
  const open = rows?.filter(({ isBooked }) => !isBooked) ?? []
  const isPartly = rows !== undefined && open.length < rows.length
  const isAll = isPartly && open.length === 0
  const isUnsaved = choices > 0 && !isAll
  /** Visits that the price is of. */
  const sold = rows && !isAll ? open.length : wish.count
  useEffect(() => (isUnsaved ? noteUnsaved() : undefined), [isUnsaved])
  const isOpenYet = ({ slot, typed }: Row) => slot === null || typed !== undefined
  const isMissing = open.length === 0 || open.some(isOpenYet)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isMissing) void book.run(open)
  }
  return (
    <Modal title={t.title(patientName)} isOpen onClose={() => closeForm(onClose)}>
      <form className="day-form" noValidate onSubmit={onSubmit} aria-busy={book.pending}>
        <UnsavedGuard when={choices > 1 && !isAll} pending={book.pending} />
        {!isPartly && <WishFields wish={wish} onChange={setWish} />}
        {rows ? (
          <ul className="next-visits" aria-label={t.plan}>
            {rows.map((row) => (
              <VisitRow
                key={row.n}
                {...{ row, wish, appointment }}
                onChange={(changes) => setRow(row.n, changes)}
              />
            ))}
          </ul>
        ) : plan.error === undefined ? (
          <Skeleton height={`${wish.count * 84}px`} />
        ) : (
          <LoadFailure
            what={t.planWhat}
            error={plan.error}
            onRetry={plan.reload}
            busy={plan.isLoading}
          />
        )}
        <ErrorLine>{book.failure}</ErrorLine>
        <div className="day-form-send">
          <p className="day-form-price">
            {price !== undefined && priceText(language, price * sold)}
            {patient !== null && (
              <span className="next-visit-mail">{t.notified(patientName, isAll)}</span>
            )}
          </p>
          {isAll ? (
            <Button variant="quiet" autoFocus onClick={onClose}>
              {t.done}
            </Button>
          ) : (
            <Button type="submit" busy={book.pending} disabled={isMissing}>
              {t.book(Math.max(1, open.length))}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  )
}

/** What is wished for, the rows that were planned for it and changed since, and booking them. */
function useNextVisits(appointment: StaffAppointment) {
  const language = useLanguage()
  const [first] = useState<Wish>({
    treatmentId: appointment.treatmentId,
    interval: '6 months',
    count: 1,
    together: false,
  })
  const [wished, setWished] = useState(first)
  const [changes, setChanges] = useState<ReadonlyMap<number, Partial<Row>>>(new Map())
  const { data: treatments } = useRead(offered)
  // The treatment of the appointment may be archived since.
  const treatment = treatments?.find(({ _id }) => _id === wished.treatmentId) ?? treatments?.[0]
  const wish = { ...wished, treatmentId: treatment?._id ?? wished.treatmentId }
  const { _id: id } = appointment
  const { treatmentId, count, together } = wish
  const query = { treatmentId, count, ...readInterval(wish.interval) }
  const plan = useRead(read(nextVisitEndpoints.planVisits, { params: { id }, query }), {
    enabled: treatments !== undefined,
  })
  const rows = plan.isCurrent
    ? plan.data?.visits.map((visit, at): Row => ({ n: at + 1, ...visit, ...changes.get(at + 1) }))
    : undefined

  const { pending, refusal, run, forget } = useAction({
    send: (open: readonly Row[]) => {
      const visits = open.map(({ date, slot }) => ({ date, slot: slot ?? '' }))
      const body = { treatmentId, price: treatment?.price ?? 0, visits, together }
      return call(nextVisitEndpoints.bookVisits, { params: { id }, body })
    },
    touches,
    onDone({ booked, refused }, open) {
      if (refused.length === 0) toast.success(doneText(language, booked))
      const tried = open.map(
        (row) => [row.n, afterTry(language, row, { booked, refused })] as const,
      )
      setChanges((before) => new Map([...before, ...tried]))
    },
  })
  const left = rows?.filter(({ error, isBooked }) => error !== undefined && !isBooked).length ?? 0
  const done = rows?.filter(({ isBooked }) => isBooked).length ?? 0
  const t = texts[language]
  const leftText = done > 0 ? t.someLeft(done, left) : t.noneBooked
  return {
    wish,
    setWish(part: Partial<Wish>) {
      setWished((before) => ({ ...before, ...part }))
      if (part.together === undefined) setChanges(new Map())
      forget()
    },
    rows,
    setRow(n: number, part: Partial<Row>) {
      setChanges((before) => new Map(before).set(n, { ...before.get(n), ...part }))
      forget()
    },
    /** How many things were chosen: of the wish, and the visits that were changed. */
    choices: wishKeys.filter((key) => wished[key] !== first[key]).length + changes.size,
    plan,
    price: treatment?.price,
    book: {
      pending,
      run,
      failure: refusal ? refusalText(language, refusal) : left > 0 && leftText,
    },
  }
}

function doneText(language: Language, booked: readonly StaffAppointment[]): string {
  const t = texts[language]
  const [first, ...rest] = booked
  if (!first) return ''
  if (rest.length > 0) return t.areBooked(first.patientName, booked.length)
  const { patientName, date, slot } = first
  return t.isBooked(patientName, showDate(language, date), showSlot(language, slot))
}

/** A row once its booking was tried; the rest of the series may change, it stays as it is. */
function afterTry(
  language: Language,
  row: Row,
  { booked, refused }: { booked: readonly StaffAppointment[]; refused: readonly RefusedVisit[] },
): Row {
  const isIt = ({ date, slot }: { date: string; slot: string }) =>
    date === row.date && slot === row.slot
  const why = refused.find(isIt)
  if (!why) return { ...row, error: undefined, isBooked: booked.some(isIt) }
  const { code, message } = why
  const worded = textOfCode(language, 'staff', { code, status: 409 }) ?? message
  return {
    ...row,
    error: refusalText(language, { kind: 'refused', code, message: worded, issues: [] }),
  }
}

type WishFieldsProps = { wish: Wish; onChange: (part: Partial<Wish>) => void }

function WishFields({ wish, onChange }: WishFieldsProps) {
  const language = useLanguage()
  const t = texts[language]
  const { data: treatments = [] } = useRead(offered)
  const counts = Array.from({ length: mostVisits }, (_, n) => n + 1)
  return (
    <div className="next-visit-wish">
      <SelectField
        label={sharedTexts[language].treatment}
        value={wish.treatmentId}
        onChange={({ target }) => onChange({ treatmentId: target.value })}
        options={treatments.map(({ _id, name }) => ({ value: _id, label: name }))}
      />
      <SelectField
        label={t.interval}
        value={wish.interval}
        onChange={({ target }) => onChange({ interval: target.value })}
        options={intervals.map((interval) => {
          const { every, unit } = readInterval(interval)
          return { value: interval, label: t[unit](every) }
        })}
      />
      <SelectField
        label={t.count}
        value={`${wish.count}`}
        onChange={({ target }) => onChange({ count: Number(target.value) })}
        options={counts.map((count) => ({ value: `${count}`, label: t.visits(count) }))}
      />
      {wish.count > 1 && (
        <CheckboxField
          label={t.together}
          checked={wish.together}
          onChange={(together) => onChange({ together })}
        />
      )}
    </div>
  )
}

type VisitRowProps = {
  row: Row
  wish: Wish
  appointment: StaffAppointment
  onChange: (changes: Partial<Row>) => void
}

/** A pause in typing after which the times of a day are asked for, in milliseconds: a day is typed digit by digit. */
const pauseMs = 300

/** The day and time of one visit; another day brings the times that are free on it. */
function VisitRow({ row, wish, appointment, onChange }: VisitRowProps) {
  const language = useLanguage()
  const t = texts[language]
  const day = parseDay(row.date) ?? ''
  const { typed } = row
  const latest = useRef(typed)
  const { data: calendar } = useRead(clinicCalendar)
  const { treatmentId } = wish
  const { pending, refusal, run, forget } = useAction({
    send: (first: Day) =>
      call(nextVisitEndpoints.planVisits, {
        params: { id: appointment._id },
        query: { treatmentId, first, count: 1, ...readInterval(wish.interval) },
      }),
    onDone({ visits: [visit] }, first) {
      if (!visit || latest.current !== first) return
      const isMoved = parseDay(visit.date) !== first
      onChange({ ...visit, isMoved, typed: undefined, error: undefined })
    },
  })
  function type(value: string | undefined) {
    latest.current = value
    onChange({ typed: value })
    forget()
  }
  const canAsk = typed !== undefined && calendar !== undefined && typed >= calendar.today
  const ask = useEffectEvent(() => canAsk && void run(typed))
  // Also once the answer for a day typed before is there.
  useEffect(() => {
    if (typed === undefined || pending || refusal) return
    const timer = setTimeout(ask, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, pending, refusal])
  if (row.isBooked) {
    return (
      <li className="next-visit next-visit-booked">
        <strong>{t.booked}</strong> {showWeekday(language, day)}, {showDate(language, row.date)},{' '}
        {row.slot && showSlot(language, row.slot)}
      </li>
    )
  }
  const weekday = showWeekday(language, day)
  return (
    <li className="next-visit">
      <Field
        label={t.day(row.n, weekday)}
        hint={row.isMoved ? t.firstWithRoom : undefined}
        type="date"
        min={calendar?.today}
        value={typed ?? day}
        onChange={({ target }) => type(target.value === day ? undefined : target.value)}
        onBlur={() => (!canAsk || refusal) && type(undefined)}
      />
      <SelectField
        label={t.time(row.n)}
        value={row.slot ?? ''}
        error={row.error ?? (refusal && refusalText(language, refusal))}
        onChange={({ target }) => onChange({ slot: target.value, error: undefined })}
        options={[
          ...(row.slot === null ? [{ value: '', label: t.noRoom }] : []),
          ...row.slots.map((slot) => ({ value: slot, label: showSlot(language, slot) })),
        ]}
      />
    </li>
  )
}

import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'
import { paths } from '../../contract/page-paths.ts'
import type { StaffAppointment, StaffDay } from '../../contract/schedule/staff-appointment.ts'
import { showMinute, showSlot } from '../../contract/show.ts'
import type { ClinicCalendar } from '../data/shared-queries.ts'
import { DependentNote, DoctorNote } from '../domain/appointment-card.tsx'
import { ClinicInstant } from '../i18n/clinic-instant.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Link } from '../ui/link.tsx'
import { paymentText, StatusBadge } from './appointment-facts.tsx'
import { monthTexts } from './month.ts'
import {
  type Column,
  type ColumnSlot,
  type PlacedColumn,
  placeDay,
  placeOfMinute,
  rowAt,
  type Stretch,
} from './slots.ts'
import { appointmentTexts, dayTexts } from './texts.ts'
import { useMinute } from './use-minute.ts'
import { VisitNote } from './visits/visit-note.tsx'
import './day.css'

type DayCalendarProps = {
  calendar: ClinicCalendar
  isToday: boolean
  staffDay: StaffDay
  isBookable: (column: Column, slot: ColumnSlot) => boolean
  onBook: (column: Column, slot: ColumnSlot) => void
}

/** A minute on a screen in `rem`, since text may be larger, and the least height of a row with a label. */
const scale = 0.09375
const leastHeight = 1.375
/** Minutes: a longer time without any slot is drawn as if it took this long. */
const longestGap = 60

/** The day as a grid: a column a treatment, time from top to bottom. */
export function DayCalendar({ staffDay, calendar, isToday, ...rest }: DayCalendarProps) {
  const { calendarOfDay, scrolls } = useTexts(dayTexts)
  const { columns, stretches } = placeDay(staffDay)
  const style: CSSProperties = {
    gridTemplateColumns: `var(--day-times) ${columns.map(columnSize).join(' ')}`,
    gridTemplateRows: `auto ${stretches.map(rowSize).join(' ')}`,
  }
  const grid = useRef<HTMLElement>(null)
  const isCut = useOverflow(grid)
  return (
    <>
      {isCut && <p className="day-scrolls">{scrolls}</p>}
      <section className="day-calendar" aria-label={calendarOfDay} ref={grid}>
        <div className="day-grid" style={style}>
          <Times stretches={stretches} />
          {isToday && <NowLine stretches={stretches} calendar={calendar} />}
          {columns.map((one, n) => (
            <TreatmentColumn
              key={one.column._id}
              {...{ n, one, stretches }}
              timeZone={calendar.timeZone}
              {...rest}
            />
          ))}
        </div>
      </section>
      <Legend />
    </>
  )
}

const legend = ['booked', 'confirmed', 'arrived', 'seated', 'completed', 'no_show'] as const

/** What the looks of the cells mean. */
export function Legend() {
  const { statuses } = useTexts(appointmentTexts)
  const { heldForWaitlist, legendOf } = useTexts(dayTexts)
  return (
    <ul className="day-legend" aria-label={legendOf}>
      {legend.map((status) => (
        <li key={status}>
          <span className="day-swatch day-appointment" data-state={status} />
          {statuses[status]}
        </li>
      ))}
      <li>
        <span className="day-swatch day-held" />
        {heldForWaitlist}
      </li>
    </ul>
  )
}

/** Whether something is wider than the room it has. */
export function useOverflow(box: RefObject<HTMLElement | null>): boolean {
  const [isCut, setIsCut] = useState(false)
  useEffect(() => {
    const { current } = box
    if (!current) return
    const observer = new ResizeObserver(() => setIsCut(current.scrollWidth > current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [box])
  return isCut
}

function columnSize({ lanes }: PlacedColumn): string {
  return `minmax(max(var(--day-column), ${lanes} * var(--day-lane)), 1fr)`
}

function rowSize({ minutes, isUsed }: Stretch): string {
  const shown = isUsed ? minutes : Math.min(minutes, longestGap)
  const height = Math.max(leastHeight, shown * scale)
  return `calc(${height}rem * var(--day-scale))`
}

function Times({ stretches }: { stretches: readonly Stretch[] }) {
  const language = useLanguage()
  return (
    <div className="day-times" aria-hidden="true">
      {stretches.map(({ startMinute, begins }, n) => (
        <span key={startMinute} style={{ gridRow: n + 2 }}>
          {begins && showMinute(language, startMinute)}
        </span>
      ))}
    </div>
  )
}

type NowLineProps = { stretches: readonly Stretch[]; calendar: ClinicCalendar }

/** The current time on the day's scale; hidden from screen readers, which find the time elsewhere. */
function NowLine({ stretches, calendar }: NowLineProps) {
  const at = placeOfMinute(stretches, useMinute(calendar))
  if (!at) return null
  return (
    <div className="day-now" style={{ gridRow: at.row + 1 }} aria-hidden="true">
      <span style={{ top: `${100 * at.part}%` }} />
    </div>
  )
}

type TreatmentColumnProps = Pick<DayCalendarProps, 'isBookable' | 'onBook'> & {
  timeZone: string
  n: number
  one: PlacedColumn
  stretches: readonly Stretch[]
}

function TreatmentColumn(props: TreatmentColumnProps) {
  const { n, one, stretches, timeZone, isBookable, onBook } = props
  const { bookedOf } = useTexts(monthTexts)
  const { archived } = useTexts(dayTexts)
  const { column, placed, lanes, booked } = one
  const headingId = `day-column-${column._id}`
  return (
    <section className="day-column" style={{ gridColumn: n + 2 }} aria-labelledby={headingId}>
      <header className="day-column-head">
        <h3 id={headingId}>{column.name}</h3>
        <p>
          {bookedOf(booked, column.slots.length)}
          {column.archived && `, ${archived}`}
        </p>
      </header>
      <ol
        className="day-column-cells"
        style={{ gridTemplateColumns: `repeat(${lanes}, minmax(0, 1fr))` }}
      >
        {placed.map((cell) => (
          <li
            key={cell.kind === 'empty' ? cell.slot.slot : cell.appointment._id}
            style={{
              gridRow: `${rowAt(stretches, cell.startMinute)} / ${rowAt(stretches, cell.endMinute)}`,
              gridColumn: cell.lane + 1,
            }}
          >
            {cell.kind === 'appointment' ? (
              <AppointmentCell appointment={cell.appointment} />
            ) : (
              <EmptyCell
                treatment={column.name}
                slot={cell.slot}
                timeZone={timeZone}
                isBookable={isBookable(column, cell.slot)}
                onBook={() => onBook(column, cell.slot)}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

type EmptyCellProps = {
  timeZone: string
  treatment: string
  slot: ColumnSlot
  isBookable: boolean
  onBook: () => void
}

function EmptyCell({ timeZone, treatment, slot, isBookable, onBook }: EmptyCellProps) {
  const language = useLanguage()
  const t = dayTexts[language]
  const time = showSlot(language, slot.slot)
  if (slot.heldFor !== null && slot.heldUntil !== null) {
    const { heldFor, heldUntil } = slot
    return <HeldCell {...{ heldFor, heldUntil, time, timeZone, isBookable, onBook }} />
  }
  if (!isBookable) {
    return (
      <p className="day-empty">
        <span className="visually-hidden">{t.free(time)}</span>
      </p>
    )
  }
  return (
    <button
      type="button"
      className="day-book"
      aria-haspopup="dialog"
      aria-label={t.bookSlot(treatment, time)}
      onClick={onBook}
    >
      {t.book}
    </button>
  )
}

type HeldCellProps = Pick<EmptyCellProps, 'timeZone' | 'isBookable' | 'onBook'> & {
  time: string
  heldFor: string
  heldUntil: string
}

/** Offered to a patient on the waitlist, who has until then to accept; staff may take it back. */
function HeldCell({ time, heldFor, heldUntil, timeZone, isBookable, onBook }: HeldCellProps) {
  const t = useTexts(dayTexts)
  const facts = (
    <>
      <span className="visually-hidden">{time}: </span>
      {t.held(heldFor)}
      <span className="visually-hidden">
        {t.until} <ClinicInstant at={heldUntil} zone={timeZone} />
      </span>
    </>
  )
  if (!isBookable) return <p className="day-held">{facts}</p>
  return (
    <button type="button" className="day-held" aria-haspopup="dialog" onClick={onBook}>
      {facts}
    </button>
  )
}

/** An appointment in the calendar, linked to its details. */
function AppointmentCell({ appointment }: { appointment: StaffAppointment }) {
  const language = useLanguage()
  const { _id, slot, patientName, status, confirmed, due } = appointment
  const shown = status === 'booked' && confirmed ? 'confirmed' : status
  return (
    <Link className="day-appointment" to={paths.staffAppointment(_id)} data-state={shown}>
      <span className="day-appointment-lines">
        <span className="visually-hidden">{showSlot(language, slot)}, </span>
        <strong>{patientName}</strong>
        <DependentNote appointment={appointment} byName />
        <span className="day-appointment-facts">
          <VisitNote
            appointment={appointment}
            otherwise={(status !== 'booked' || confirmed) && <StatusBadge {...appointment} />}
          />
        </span>
        <span className="day-appointment-pay" data-due={due > 0 || undefined}>
          {paymentText(language, appointment)}
        </span>
        <DoctorNote appointment={appointment} />
      </span>
    </Link>
  )
}

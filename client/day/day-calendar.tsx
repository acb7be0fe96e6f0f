import type { CSSProperties } from 'react'
import { timeOfDay } from '../../contract/slot.ts'
import type { StaffDay } from '../../contract/staff-appointment.ts'
import { AppointmentCell } from './appointment-cell.tsx'
import { type PlacedColumn, placeDay, rowAt, type Stretch } from './day-grid.ts'
import type { Column, ColumnSlot } from './free-slots.ts'
import './day-calendar.css'

type DayCalendarProps = {
  staffDay: StaffDay
  isBookable: (column: Column, slot: ColumnSlot) => boolean
  onBook: (column: Column, slot: ColumnSlot) => void
}

/** Pixels a minute, and the least for a stretch whose beginning is written beside it. */
const scale = 1.9
const leastHeight = 26

/** The day as the practice has it on the wall: treatments side by side, time down. */
export function DayCalendar({ staffDay, ...rest }: DayCalendarProps) {
  const { columns, stretches } = placeDay(staffDay)
  const style: CSSProperties & Record<'--day-columns', number> = {
    '--day-columns': columns.length,
    gridTemplateColumns: `var(--day-times) repeat(${columns.length}, minmax(var(--day-column), 1fr))`,
    gridTemplateRows: `auto ${stretches.map(rowSize).join(' ')}`,
  }
  return (
    <section className="day-calendar" aria-label="Calendar of the day">
      <div className="day-grid" style={style}>
        <Times stretches={stretches} />
        {columns.map((one, n) => (
          <TreatmentColumn key={one.column._id} n={n} one={one} stretches={stretches} {...rest} />
        ))}
      </div>
    </section>
  )
}

function rowSize({ minutes, isUsed }: Stretch): string {
  const height = isUsed ? Math.max(leastHeight, Math.round(minutes * scale)) : leastHeight
  return `minmax(${height}px, auto)`
}

function Times({ stretches }: { stretches: readonly Stretch[] }) {
  return (
    <div className="day-times" aria-hidden="true">
      {stretches.map(({ startMinute, begins }, n) => (
        <span key={startMinute} style={{ gridRow: n + 2 }}>
          {begins && timeOfDay(startMinute)}
        </span>
      ))}
    </div>
  )
}

type TreatmentColumnProps = Omit<DayCalendarProps, 'staffDay'> & {
  n: number
  one: PlacedColumn
  stretches: readonly Stretch[]
}

function TreatmentColumn({ n, one, stretches, isBookable, onBook }: TreatmentColumnProps) {
  const { column, placed, lanes, booked } = one
  const headingId = `day-column-${column._id}`
  return (
    <section className="day-column" style={{ gridColumn: n + 2 }} aria-labelledby={headingId}>
      <header className="day-column-head">
        <h3 id={headingId}>{column.name}</h3>
        <p>
          {booked} of {column.slots.length} booked{column.archived && ', archived'}
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
  treatment: string
  slot: ColumnSlot
  isBookable: boolean
  onBook: () => void
}

function EmptyCell({ treatment, slot: { slot }, isBookable, onBook }: EmptyCellProps) {
  if (!isBookable) {
    return (
      <p className="day-empty">
        <span className="visually-hidden">{slot}, free</span>
      </p>
    )
  }
  return (
    <button
      type="button"
      className="day-book"
      aria-haspopup="dialog"
      aria-label={`Book ${treatment}, ${slot}`}
      onClick={onBook}
    >
      Book
    </button>
  )
}

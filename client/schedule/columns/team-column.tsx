import { CalendarOff, GripVertical } from 'lucide-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useState,
} from 'react'
import { formatSlot } from '../../../contract/appointments/slot.ts'
import { paths } from '../../../contract/page-paths.ts'
import type { DayHold, NamedChair, Span } from '../../../contract/schedule/day-parts.ts'
import type { StaffAppointment } from '../../../contract/schedule/staff-appointment.ts'
import { showSlot } from '../../../contract/show.ts'
import type { ClinicCalendar } from '../../data/shared-queries.ts'
import { DependentNote } from '../../domain/appointment-card.tsx'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { useMay } from '../../identity/own-role.ts'
import { AlertMark } from '../../ui/feedback/alert-mark.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { paymentText, StatusBadge } from '../appointment-facts.tsx'
import { closedText } from '../month.ts'
import { VisitNote } from '../visits/visit-note.tsx'
import { busyOf, layOut, placeIn, selectEmpty, type TeamColumn } from './team-columns.ts'
import { columnTexts } from './texts.ts'
import { type Move, placeAt } from './use-move.ts'
import './team-cells.css'

export type TeamCalendarProps = {
  label: string
  columns: readonly TeamColumn[]
  /** What a column stands for; in `week` a day, and all appointments have the same doctor. */
  by: 'doctor' | 'chair' | 'week'
  calendar: ClinicCalendar
  chairs: readonly NamedChair[]
  /** By the id of the patient. */
  alerts: Readonly<Record<string, string>>
  /** Of a treatment, by its id. */
  slotsOf: (treatmentId: string) => readonly Span[]
  /** A column in words. */
  nameOf: (column: TeamColumn) => string
  /** The heading of a column, with the way to where it leads; it has this id. */
  headOf: (column: TeamColumn, id: string) => ReactNode
  /** An empty time of a doctor is to be booked; absent where nothing can be. */
  onBook?: ((doctor: string, span: Span) => void) | undefined
}

type TeamColumnProps = TeamCalendarProps & {
  n: number
  column: TeamColumn
  range: Span
  /** The minute that it is, on the day of today alone. */
  now: number | null
  isPast: boolean
  move: Move
  /** An empty time was pressed. */
  onSelect: (span: Span) => void
  /** A blocked one was. */
  onBlock: (block: Span) => void
}

/** One column: whose it is, and what is in it by time. */
export function TeamColumnView(props: TeamColumnProps) {
  const { n, column, range, now, isPast, onSelect } = props
  const t = useTexts(columnTexts)
  const canBlock = useMay()('setup') && column.place?.doctor !== undefined && !isPast
  const select = useSelection(column, range, canBlock ? onSelect : undefined)
  const headingId = `team-column-${column.key}`
  return (
    <section className="team-column" style={{ gridColumn: n + 2 }} aria-labelledby={headingId}>
      <header className="team-column-head">
        <div>
          {props.headOf(column, headingId)}
          <p>
            <Standing column={column} />
          </p>
        </div>
        {canBlock && (
          <button
            type="button"
            className="team-block-time"
            aria-label={t.blockTime(props.nameOf(column))}
            aria-haspopup="dialog"
            title={t.blockTime(props.nameOf(column))}
            onClick={() => onSelect(firstEmpty(column, range, now))}
          >
            <Icon of={CalendarOff} size={16} />
          </button>
        )}
      </header>
      <div
        className="team-body"
        data-column={column.key}
        data-hours={column.hours === null ? 'none' : undefined}
        data-selectable={canBlock || undefined}
        {...select.props}
      >
        {(column.closed ? [] : (column.hours ?? [])).map((span) => (
          <div key={span.startMinute} className="team-hours" style={placeIn(range, span)} />
        ))}
        {select.span && <div className="team-selection" style={placeIn(range, select.span)} />}
        <Cells {...props} />
        {now !== null && range.startMinute <= now && now < range.endMinute && (
          <div
            className="team-now"
            style={placeIn(range, { startMinute: now, endMinute: now })}
            aria-hidden="true"
          />
        )}
      </div>
    </section>
  )
}

/** How many appointments it has, or why it has none. */
function Standing({ column: { appointments, closed, off, hours } }: { column: TeamColumn }) {
  const language = useLanguage()
  const t = columnTexts[language]
  const count = appointments.length
  const why = closed
    ? closedText(language, closed)
    : off !== null
      ? off === ''
        ? t.off
        : t.offFor(off)
      : hours?.length === 0 && t.notWorking
  if (why) return count > 0 ? `${why}, ${t.count(count)}` : why
  return t.count(count)
}

/** The first half hour that is free in a column, from now on where it is today. */
function firstEmpty(column: TeamColumn, range: Span, now: number | null): Span {
  const [first = range] = column.hours ?? []
  const from = Math.max(first.startMinute, Math.ceil((now ?? 0) / 15) * 15)
  for (let minute = from; minute < range.endMinute; minute += 15) {
    const span = selectEmpty(column, minute)
    if (span && span.endMinute - span.startMinute >= 15) return span
  }
  return { startMinute: first.startMinute, endMinute: Math.min(1440, first.startMinute + 30) }
}

/** A time that is pressed, or drawn with a mouse, on the empty ground of a column. */
function useSelection(
  column: TeamColumn,
  range: Span,
  onSelect: ((span: Span) => void) | undefined,
) {
  const [from, setFrom] = useState<number | null>(null)
  const [to, setTo] = useState(0)
  const minuteOf = ({ clientX, clientY }: { clientX: number; clientY: number }) =>
    placeAt(clientX, clientY, range)?.minute
  const isGround = ({ target }: { target: EventTarget }) =>
    target instanceof Element && target.closest('li') === null
  const span = from === null ? null : selectEmpty(column, from, to)
  if (!onSelect) return { span: null, props: {} }
  return {
    span,
    props: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const minute = minuteOf(event)
        if (event.pointerType !== 'mouse' || event.button !== 0 || !isGround(event)) return
        if (minute === undefined) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom(minute)
        setTo(minute)
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const minute = minuteOf(event)
        // A hand that trembles has not drawn anything.
        const isDrawn = from !== null && minute !== undefined && Math.abs(minute - from) > 5
        if (isDrawn) setTo(minute)
      },
      onPointerUp() {
        setFrom(null)
        if (span) onSelect(span)
      },
      onPointerCancel: () => setFrom(null),
      onClick(event: MouseEvent<HTMLElement>) {
        const isMouse =
          'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'mouse'
        const minute = minuteOf(event)
        if (isMouse || minute === undefined || !isGround(event)) return
        const pressed = selectEmpty(column, minute)
        if (pressed) onSelect(pressed)
      },
    },
  }
}

/** Without the buffer, in which blocks may lie. */
type Cell = Span &
  (
    | { kind: 'appointment'; of: StaffAppointment }
    | { kind: 'hold'; of: DayHold }
    | { kind: 'block'; reason: string }
  )

function cellsOf({ appointments, holds, blocks }: TeamColumn): Cell[] {
  return [
    ...appointments.map((of) => ({ kind: 'appointment' as const, of, ...spanOf(of) })),
    ...holds.map((of) => ({ kind: 'hold' as const, of, ...spanOf(of) })),
    ...blocks.map((block) => ({ kind: 'block' as const, ...block })),
  ]
}

function spanOf({ startMinute, endMinute }: Span): Span {
  return { startMinute, endMinute }
}

/** By time, as they are read out. */
function Cells(props: TeamColumnProps) {
  const { column, range } = props
  const canBlock = useMay()('setup') && !props.isPast
  return (
    <ol className="team-cells">
      {layOut(cellsOf(column)).map(({ item, lane, lanes }) => {
        const style: CSSProperties = {
          ...placeIn(range, item.kind === 'appointment' ? busyOf(item.of) : item),
          left: `${(100 * lane) / lanes}%`,
          width: `${100 / lanes}%`,
        }
        const id = item.kind === 'block' ? item.startMinute : item.of._id
        return (
          <li key={`${item.kind} ${id}`} style={style} data-kind={item.kind}>
            {item.kind === 'appointment' && <AppointmentCell {...props} of={item.of} />}
            {item.kind === 'hold' && <HoldCell of={item.of} />}
            {item.kind === 'block' && (
              <BlockCell {...item} onPress={canBlock ? () => props.onBlock(item) : undefined} />
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** A patient who is being treated, or was, stays where they are. */
const movable: readonly StaffAppointment['status'][] = ['booked', 'arrived', 'no_show']

function AppointmentCell(props: TeamColumnProps & { of: StaffAppointment }) {
  const { of, column, move, isPast } = props
  const language = useLanguage()
  const t = columnTexts[language]
  const { _id, slot, patientName, status, confirmed } = of
  const shown = status === 'booked' && confirmed ? 'confirmed' : status
  const alert = props.alerts[of.patientId]
  const canMove = useMay()('bookings') && !isPast && movable.includes(status)
  const start = () => move.startByKeys(of, column.key)
  const moves = canMove && {
    'aria-keyshortcuts': 'm',
    onPointerDown: (event: PointerEvent<HTMLElement>) => move.grab(event, of, column.key),
    onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      start()
    },
  }
  return (
    <div className="team-slot" style={{ height: placeIn(busyOf(of), of).height }}>
      <Link
        className="day-appointment team-appointment"
        to={paths.staffAppointment(_id)}
        data-state={shown}
        data-appointment={_id}
        data-moving={move.moving?.appointment._id === _id || undefined}
        draggable={false}
        {...moves}
      >
        <span className="day-appointment-lines">
          <span className="visually-hidden">{showSlot(language, slot)}, </span>
          <strong>{patientName}</strong>
          {alert && <AlertMark text={alert} />}
          <DependentNote appointment={of} byName />
          <VisitNote
            appointment={of}
            otherwise={(status !== 'booked' || confirmed) && <StatusBadge {...of} />}
          />
          <span className="team-facts">{factsOf(of, props).join(' · ')}</span>
          <span className="team-pay" data-due={of.due > 0 || undefined}>
            {paymentText(language, of)}
          </span>
        </span>
      </Link>
      {canMove && (
        <button
          type="button"
          className="team-move"
          tabIndex={-1}
          aria-label={t.move(patientName)}
          title={t.moveHint}
          onClick={start}
        >
          <Icon of={GripVertical} size={14} />
        </button>
      )}
    </div>
  )
}

/** What the column does not say already. */
function factsOf(
  { treatment, doctor, chair }: StaffAppointment,
  { by, chairs }: Pick<TeamCalendarProps, 'by' | 'chairs'>,
): string[] {
  const chairName = chairs.find(({ _id }) => _id === chair)?.name
  return [treatment, by === 'chair' ? doctor?.name : chairName].filter((one) => one !== undefined)
}

/** Offered to a patient on the waitlist. */
function HoldCell({ of }: { of: DayHold }) {
  const language = useLanguage()
  const t = columnTexts[language]
  const { startMinute: start, endMinute: end, patientName, treatment } = of
  return (
    <p className="day-held team-hold">
      <span className="visually-hidden">{showSlot(language, formatSlot({ start, end }))}: </span>
      {t.held(patientName)} <span className="team-facts">{treatment}</span>
    </p>
  )
}

type BlockCellProps = Span & { reason: string; onPress: (() => void) | undefined }

function BlockCell({ startMinute: start, endMinute: end, reason, onPress }: BlockCellProps) {
  const language = useLanguage()
  const { blocked } = columnTexts[language]
  const words = (
    <>
      <strong>{reason || blocked}</strong>{' '}
      <span className="team-facts">{showSlot(language, formatSlot({ start, end }))}</span>
    </>
  )
  if (!onPress) return <p className="team-block">{words}</p>
  return (
    <button type="button" className="team-block" aria-haspopup="dialog" onClick={onPress}>
      {words}
    </button>
  )
}

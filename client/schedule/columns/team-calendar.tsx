import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { formatSlot } from '../../../contract/appointments/slot.ts'
import type { Span } from '../../../contract/schedule/day-parts.ts'
import type { StaffAppointment } from '../../../contract/schedule/staff-appointment.ts'
import { showMinute, showSlot } from '../../../contract/show.ts'
import { closeForm } from '../../forms/leaving.ts'
import { useFocusOnceClosed } from '../../forms/use-focus-once-closed.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Legend, useOverflow } from '../day-calendar.tsx'
import { useMinute } from '../use-minute.ts'
import { type TeamCalendarProps, TeamColumnView } from './team-column.tsx'
import { findInTheWay, placeIn, rangeOf, type TeamColumn } from './team-columns.ts'
import { BlockModal, type BlockStart, MoveModal, UnblockModal } from './team-modals.tsx'
import { columnTexts } from './texts.ts'
import { type Moving, useMove } from './use-move.ts'
import './team-calendar.css'

/** Columns side by side to one scale, time from top to bottom; on a phone one at a time. */
export function TeamCalendar(props: TeamCalendarProps) {
  const { calendar, nameOf, label, by, onBook } = props
  const t = useTexts(columnTexts)
  const { chosen, columns, choose } = useShown(props.columns)
  const box = useRef<HTMLElement>(null)
  const isCut = useOverflow(box)
  const range = rangeOf(props.columns)
  const minute = useMinute(calendar)
  const nowOf = ({ day }: TeamColumn) => (day === calendar.today ? minute : null)
  const [block, setBlock] = useState<BlockStart | null>(null)
  const [taken, setTaken] = useState<BlockStart | null>(null)
  const { move, said, dropped, close } = useMoves({ ...props, columns }, { range, box })
  const style: CSSProperties & Record<'--columns' | '--minutes' | '--shortest', number> = {
    '--columns': columns.length,
    '--minutes': range.endMinute - range.startMinute,
    '--shortest': shortestOf(columns),
  }
  return (
    <>
      {chosen !== undefined && (
        <SelectField
          label={t.column}
          value={chosen}
          onChange={({ target }) => choose(target.value)}
          options={props.columns.map((one) => ({ value: one.key, label: nameOf(one) }))}
        />
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {isCut && <p className="day-scrolls">{t.scrolls}</p>}
      <section className="team-calendar" aria-label={label} ref={box} data-by={by}>
        <div className="team-grid" style={style}>
          <Times range={range} />
          {columns.map((column, n) => (
            <TeamColumnView
              {...props}
              key={column.key}
              n={n}
              column={column}
              range={range}
              now={nowOf(column)}
              isPast={column.day < calendar.today}
              move={move}
              onSelect={(span) => setBlock({ column, span, name: nameOf(column) })}
              onBlock={(span) => setTaken({ column, span, name: nameOf(column) })}
            />
          ))}
          {move.moving && <Ghost {...{ columns, range, move }} of={move.moving} by={props} />}
        </div>
      </section>
      <Legend />
      <MoveModal {...{ nameOf, dropped }} columns={columns} calendar={calendar} onClose={close} />
      {block && (
        <BlockModal
          start={block}
          onClose={() => setBlock(null)}
          onBook={
            onBook &&
            (() =>
              closeForm(() => {
                setBlock(null)
                onBook(block.column.place?.doctor ?? '', block.span)
              }))
          }
        />
      )}
      {taken && <UnblockModal start={taken} onClose={() => setTaken(null)} />}
    </>
  )
}

/** Minutes, of the shortest appointment; none needs more room than a quarter of an hour has here. */
function shortestOf(columns: readonly TeamColumn[]): number {
  const all = columns.flatMap(({ appointments }) => appointments)
  const lengths = all.map(({ startMinute, endMinute }) => endMinute - startMinute)
  return Math.max(15, Math.min(30, ...lengths))
}

/** On a narrow screen one column, chosen by its key; else all of them. */
function useShown(columns: readonly TeamColumn[]) {
  const isNarrow = useNarrow()
  const [key, setKey] = useState<string>()
  const only = columns.find((one) => one.key === key) ?? columns[0]
  if (!isNarrow || !only || columns.length < 2) {
    return { chosen: undefined, columns, choose: setKey }
  }
  return { chosen: only.key, columns: [only], choose: setKey }
}

const narrow = '(width < 720px)'

function watch(onChange: () => void) {
  const media = window.matchMedia(narrow)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** A screen too narrow for columns side by side. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(narrow).matches,
    () => false,
  )
}

type Drawn = { range: Span; box: RefObject<HTMLElement | null> }

/** An appointment that is moved, in words, until it is asked whether it shall be. */
function useMoves(props: TeamCalendarProps, { range, box }: Drawn) {
  const { columns, slotsOf } = props
  const t = useTexts(columnTexts)
  const [dropped, setDropped] = useState<(Moving & { warning: string | null }) | null>(null)
  const [left, setLeft] = useState('')
  const target = useTarget(props)
  const [link] = useState(() => new MovedLink())
  const [stored, setStored] = useState<StaffAppointment | null>(null)
  // What is read catches up a moment after the answer, and puts the link elsewhere.
  useFocusOnceClosed(dropped !== null || (stored !== null && !shows(columns, stored)), link)
  const move = useMove({
    ...{ columns, range, box, slotsOf },
    onDrop(moving) {
      const { inTheWay, warning } = target(moving)
      link.id = moving.appointment._id
      if (inTheWay !== 'busy') return setDropped({ ...moving, warning })
      toast.error(warning ?? '')
      if (moving.by === 'keys') link.current?.focus()
    },
    onLeave({ appointment, by }) {
      if (by === 'pointer') return
      link.id = appointment._id
      setLeft(t.left)
      link.current?.focus()
    },
  })
  const { moving } = move
  const words = moving && target(moving)
  const begins =
    moving?.by === 'keys' && isThere(moving) ? t.moving(moving.appointment.patientName) : ''
  const said = words ? [begins, words.text, words.warning].filter(Boolean).join('. ') : left
  function close(answer: StaffAppointment | null) {
    setDropped(null)
    setStored(answer)
  }
  return { move, said, dropped, close }
}

/** Whether the columns have an appointment as it was answered, or a newer one. */
function shows(columns: readonly TeamColumn[], { _id, revision }: StaffAppointment): boolean {
  return columns.some(({ appointments }) =>
    appointments.some((one) => one._id === _id && one.revision >= revision),
  )
}

function isThere({ appointment, key, home, span }: Moving): boolean {
  return key === home && span.startMinute === appointment.startMinute
}

/** The link of the appointment that was moved last, wherever it is by then. */
class MovedLink {
  id = ''

  get current(): HTMLElement | null {
    return document.querySelector<HTMLElement>(`[data-appointment="${CSS.escape(this.id)}"]`)
  }
}

/** Where a moved appointment would be, and what is in its way there. */
function useTarget({ columns, nameOf }: Pick<TeamCalendarProps, 'columns' | 'nameOf'>) {
  const language = useLanguage()
  const t = columnTexts[language]
  return ({ appointment, key, span }: Moving) => {
    const column = columns.find((one) => one.key === key)
    const where = column ? nameOf(column) : ''
    const slot = formatSlot({ start: span.startMinute, end: span.endMinute })
    const inTheWay = column ? findInTheWay(column, appointment, span) : null
    const time = showSlot(language, slot)
    return {
      time,
      text: t.target(time, where),
      inTheWay,
      warning: inTheWay && t.inTheWay[inTheWay](where),
    }
  }
}

type GhostProps = {
  of: Moving
  columns: readonly TeamColumn[]
  range: Span
  move: ReturnType<typeof useMove>
  by: TeamCalendarProps
}

/** Where the moved appointment would be. By keys it has the focus, and takes them all. */
function Ghost({ of, columns, range, move, by }: GhostProps) {
  const t = useTexts(columnTexts)
  const { time, inTheWay, warning } = useTarget(by)(of)
  const element = useRef<HTMLDivElement>(null)
  const isByKeys = of.by === 'keys'
  const place = `${of.key} ${of.span.startMinute}`
  const reveal = useEffectEvent((_: string) => {
    if (!isByKeys) return
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  useEffect(() => reveal(place), [place])
  const n = columns.findIndex(({ key }) => key === of.key)
  const { top, height } = placeIn(range, of.span)
  return (
    <div className="team-ghost-lane" style={{ gridColumn: n + 2 }}>
      <div
        className="team-ghost"
        ref={element}
        // Higher than its time where its words need the room.
        style={{ top, minHeight: `max(1.25rem, ${height})` }}
        data-in-the-way={inTheWay ?? undefined}
        {...(isByKeys && {
          role: 'application',
          tabIndex: -1,
          'aria-label': t.move(of.appointment.patientName),
          onKeyDown: move.onKeyDown,
          onBlur: move.onBlur,
        })}
      >
        <strong>{of.appointment.patientName}</strong> <span>{time}</span>
        {warning && <em>{warning}</em>}
      </div>
    </div>
  )
}

function Times({ range: { startMinute, endMinute } }: { range: Span }) {
  const language = useLanguage()
  const hours = Array.from(
    { length: (endMinute - startMinute) / 60 },
    (_, n) => startMinute + n * 60,
  )
  return (
    <div className="team-times" aria-hidden="true">
      {hours.map((minute) => (
        <span key={minute}>{showMinute(language, minute)}</span>
      ))}
    </div>
  )
}

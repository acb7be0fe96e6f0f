import { Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { parseDay } from '../../../contract/date.ts'
import { defineTexts } from '../../../contract/language.ts'
import type {
  StaffAppointment,
  StaffDay,
  VisitStatus,
} from '../../../contract/schedule/staff-appointment.ts'
import { showDollars, showMinute } from '../../../contract/show.ts'
import { calendar as clinicCalendar, clinicNow } from '../../data/shared-queries.ts'
import { useRead } from '../../data/use-read.ts'
import { beginOf } from '../../domain/clinic-time.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { useMay } from '../../identity/own-role.ts'
import { Icon } from '../../ui/icon.tsx'
import { PairNote, PatientLink, StatusBadge } from '../appointment-facts.tsx'
import { type ChangeProps, useNewest, useSetStatus } from '../changes.tsx'
import { appointmentTexts } from '../texts.ts'
import { NextVisitModal } from './next-visit-modal.tsx'
import { nextSteps, type Standing, statusBefore } from './visit.ts'
import { useStanding, VisitNote } from './visit-note.tsx'
import './visits.css'

const texts = defineTexts({
  en: {
    expected: 'Expected',
    waiting: 'Waiting',
    seated: 'In the chair',
    over: 'Finished',
    count: (group: string, count: number) => `${group} (${count})`,
    nobody: 'Nobody',
    now: (patientName: string, status: string) => `${patientName}: ${status}`,
  },
  es: {
    expected: 'Por llegar',
    waiting: 'En espera',
    seated: 'En el sillón',
    over: 'Terminadas',
    count: (group, count) => `${group} (${count})`,
    nobody: 'Nadie',
    now: (patientName, status) => `${patientName}: ${status}`,
  },
})

type Group = 'expected' | 'waiting' | 'seated' | 'over'
const groups: readonly Group[] = ['expected', 'waiting', 'seated', 'over']

/** The visits of today by where the patients are, those who are late or wait longest first. */
export function CheckInBoard({ staffDay }: { staffDay: StaffDay }) {
  const language = useLanguage()
  const t = texts[language]
  const { newest, learn } = useNewest()
  const standing = useStanding()
  const { board, said, follow } = useMovedVisit()
  const visits = staffDay.appointments.map(newest).flatMap((visit) => {
    const now = standing(visit)
    return now ? [{ visit, now }] : []
  })
  return (
    <div className="check-in" ref={board}>
      <p className="visually-hidden" role="status" ref={said} />
      {groups.map((group) => {
        const own = inOrder(visits.filter(({ now }) => groupOf(now) === group))
        return (
          <BoardGroup key={group} group={group} count={own.length}>
            {own.map(({ visit }) => (
              <li key={visit._id} className="check-in-visit" data-visit={visit._id}>
                <VisitFacts visit={visit} chairs={staffDay.chairs} />
                <VisitSteps
                  appointment={visit}
                  onChanged={(answer) => {
                    learn(answer)
                    const { statuses } = appointmentTexts[language]
                    follow(answer._id, t.now(answer.patientName, statuses[answer.status]))
                  }}
                />
              </li>
            ))}
          </BoardGroup>
        )
      })}
    </div>
  )
}

const stepTexts = defineTexts({
  en: {
    nextVisit: 'Next visit',
    of: (step: string, patientName: string) => `${step}: ${patientName}`,
    undo: (step: string, patientName: string) => `Undo ${step}: ${patientName}`,
  },
  es: {
    nextVisit: 'Próxima visita',
    of: (step, patientName) => `${step}: ${patientName}`,
    undo: (step, patientName) => `Deshacer ${step}: ${patientName}`,
  },
})

/** The next step of a visit in one press, and the way back from a wrong one. */
export function VisitSteps({ appointment, onChanged }: ChangeProps) {
  const language = useLanguage()
  const t = stepTexts[language]
  const { statuses } = appointmentTexts[language]
  const { data: calendar } = useRead(clinicCalendar)
  const { pending, set } = useSetStatus({ appointment, onChanged })
  const { patientName, status } = appointment
  const canBook = useMay()('bookings')
  const { place, press } = useKeptFocus(status, set)
  if (!calendar || status === 'cancelled') return null
  const day = parseDay(appointment.date) ?? ''
  if (day > calendar.today) return null
  const begin = beginOf(appointment, calendar.timeZone) ?? 0
  const when = {
    isToday: day === calendar.today,
    hasBegun: begin <= clinicNow(calendar),
  }
  const undo = t.undo(statuses[status], patientName)
  return (
    <span className="visit-steps" aria-busy={pending || undefined} ref={place}>
      {nextSteps(appointment, when).map((step, n) => (
        <button
          key={step}
          type="button"
          className={n === 0 ? 'visit-step' : 'visit-step visit-step-quiet'}
          aria-label={t.of(statuses[step], patientName)}
          onClick={() => press(step)}
        >
          {statuses[step]}
        </button>
      ))}
      {canBook && status === 'completed' && <NextVisitButton appointment={appointment} />}
      {status !== 'booked' && (
        <button
          type="button"
          className="visit-step visit-undo"
          aria-label={undo}
          title={undo}
          onClick={() => press(statusBefore(appointment))}
        >
          <Icon of={Undo2} size={16} />
        </button>
      )}
    </span>
  )
}

/** At check-out: the way to book what comes next. */
function NextVisitButton({ appointment }: Pick<ChangeProps, 'appointment'>) {
  const language = useLanguage()
  const t = stepTexts[language]
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="visit-step"
        aria-haspopup="dialog"
        aria-label={t.of(t.nextVisit, appointment.patientName)}
        onClick={() => setOpen(true)}
      >
        {t.nextVisit}
      </button>
      {isOpen && <NextVisitModal appointment={appointment} onClose={() => setOpen(false)} />}
    </>
  )
}

/**
 * The button that was pressed is not there once its step is taken: the focus goes to the one that
 * follows.
 */
function useKeptFocus(status: string, set: (status: VisitStatus) => void) {
  const place = useRef<HTMLSpanElement>(null)
  const pressedIn = useRef<string>(undefined)
  useLayoutEffect(() => {
    const isOver = pressedIn.current !== undefined && pressedIn.current !== status
    if (!isOver) return
    pressedIn.current = undefined
    const isLost = document.activeElement === document.body
    if (isLost) place.current?.querySelector('button')?.focus()
  }, [status])
  return {
    place,
    press(next: VisitStatus) {
      pressedIn.current = status
      set(next)
    },
  }
}

/** A visit moves to another group as it goes on: the focus goes with it, and it is said. */
function useMovedVisit() {
  const board = useRef<HTMLDivElement>(null)
  const said = useRef<HTMLParagraphElement>(null)
  const moved = useRef<string>(undefined)
  useEffect(() => {
    const id = moved.current
    moved.current = undefined
    if (id === undefined) return
    const visit = board.current?.querySelector(`[data-visit="${CSS.escape(id)}"]`)
    visit?.querySelector<HTMLElement>('button')?.focus()
  })
  return {
    board,
    said,
    follow(id: string, text: string) {
      moved.current = id
      if (said.current) said.current.textContent = text
    },
  }
}

type Visited = { visit: StaffAppointment; now: Standing }

function groupOf({ kind }: Standing): Group {
  return kind === 'late' ? 'expected' : kind
}

/** By their time; who waits or sits, since when; what is over, the newest first. */
function inOrder(visits: readonly Visited[]): Visited[] {
  const key = ({ visit }: Visited) => visit.seatedAt ?? visit.arrivedAt ?? ''
  return visits.toSorted((one, other) => {
    if (one.now.kind !== 'over') return key(one).localeCompare(key(other)) || byTime(one, other)
    const [ended, endedToo] = [endOf(one.visit), endOf(other.visit)]
    return endedToo.localeCompare(ended) || byTime(one, other)
  })
}

function byTime({ visit: one }: Visited, { visit: other }: Visited): number {
  return one.startMinute - other.startMinute
}

function endOf({ completedAt, noShowAt }: StaffAppointment): string {
  return completedAt ?? noShowAt ?? ''
}

type BoardGroupProps = { group: Group; count: number; children: ReactNode }

function BoardGroup({ group, count, children }: BoardGroupProps) {
  const t = useTexts(texts)
  const headingId = `check-in-${group}`
  return (
    <section className="check-in-group" data-group={group} aria-labelledby={headingId}>
      <h3 id={headingId}>{t.count(t[group], count)}</h3>
      {count === 0 ? <p className="check-in-nobody">{t.nobody}</p> : <ul>{children}</ul>}
    </section>
  )
}

type VisitFactsProps = { visit: StaffAppointment; chairs: StaffDay['chairs'] }

function VisitFacts({ visit, chairs }: VisitFactsProps) {
  const language = useLanguage()
  const { due } = appointmentTexts[language]
  return (
    <div className="check-in-facts">
      <span className="check-in-time">{showMinute(language, visit.startMinute)}</span>
      <span className="check-in-name">
        <PatientLink appointment={visit} />
      </span>
      <span className="check-in-more">
        <span>{visit.treatment}</span>
        <PairNote appointment={visit} chairs={chairs} />
        {visit.status === 'no_show' && <StatusBadge {...visit} />}
        {visit.due > 0 && visit.status !== 'booked' && (
          <span>{due(showDollars(language, visit.due))}</span>
        )}
        <VisitNote appointment={visit} />
      </span>
    </div>
  )
}

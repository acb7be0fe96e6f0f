import { type ReactNode, useEffect, useRef } from 'react'
import { defineTexts } from '../../../contract/language.ts'
import type { StaffAppointment } from '../../../contract/schedule/staff-appointment.ts'
import { showDollars, showMinute } from '../../../contract/show.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { PatientLink, StatusBadge } from '../appointment-facts.tsx'
import { useNewest } from '../changes.tsx'
import { appointmentTexts } from '../texts-appointment.ts'
import type { Standing } from './visit.ts'
import { useStanding, VisitNote } from './visit-note.tsx'
import { VisitSteps } from './visit-steps.tsx'
import './visits.css'

const texts = defineTexts({
  en: {
    expected: 'Expected',
    waiting: 'Waiting',
    seated: 'In the chair',
    over: 'Completed',
    count: (group: string, count: number) => `${group} (${count})`,
    nobody: 'Nobody',
    now: (patientName: string, status: string) => `${patientName}: ${status}`,
  },
  es: {
    expected: 'Por llegar',
    waiting: 'En espera',
    seated: 'En el sillón',
    over: 'Realizadas',
    count: (group, count) => `${group} (${count})`,
    nobody: 'Nadie',
    now: (patientName, status) => `${patientName}: ${status}`,
  },
})

type Group = 'expected' | 'waiting' | 'seated' | 'over'
const groups: readonly Group[] = ['expected', 'waiting', 'seated', 'over']

/** The visits of today by where the patients are, those who are late or wait longest first. */
export function CheckInBoard({ appointments }: { appointments: readonly StaffAppointment[] }) {
  const language = useLanguage()
  const t = texts[language]
  const { newest, learn } = useNewest()
  const standing = useStanding()
  const { board, said, follow } = useMovedVisit()
  const visits = appointments.map(newest).flatMap((visit) => {
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
                <VisitFacts visit={visit} />
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

function VisitFacts({ visit }: { visit: StaffAppointment }) {
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
        {visit.status === 'no_show' && <StatusBadge {...visit} />}
        {visit.due > 0 && visit.status !== 'booked' && (
          <span>{due(showDollars(language, visit.due))}</span>
        )}
        <VisitNote appointment={visit} />
      </span>
    </div>
  )
}

import { Undo2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { parseDay } from '../../../contract/date.ts'
import { defineTexts } from '../../../contract/language.ts'
import type { VisitStatus } from '../../../contract/schedule/staff-appointment.ts'
import { calendar as clinicCalendar } from '../../data/shared-queries.ts'
import { useRead } from '../../data/use-read.ts'
import { beginOf } from '../../domain/clinic-time.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { useMay } from '../../identity/own-role.ts'
import { Icon } from '../../ui/icon.tsx'
import { type ChangeProps, useSetStatus } from '../changes.tsx'
import { appointmentTexts } from '../texts-appointment.ts'
import { NextVisitModal } from './next-visit-modal.tsx'
import { nextSteps, statusBefore } from './visit.ts'
import './visits.css'

const texts = defineTexts({
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
  const t = texts[language]
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
    hasBegun: begin <= Date.now() + calendar.clockAhead,
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
  const t = texts[language]
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

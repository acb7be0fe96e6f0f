import { type RefObject, useState } from 'react'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import type { Day } from '../../contract/date.ts'
import { showDay } from '../../contract/show.ts'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { useLanguage } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { type ActionProps, CancelModal } from './cancel-modal.tsx'
import { DeskPayment } from './desk-payment.tsx'
import { MoveModal } from './move-modal.tsx'
import { QuickMarks } from './quick-marks.tsx'
import { RefundModal } from './refund-modal.tsx'
import { changeTexts } from './texts-changes.ts'

type AppointmentActionsProps = ActionProps & {
  day: Day
  calendar: BookingCalendar
  /** Takes the focus where a change has taken its button away. */
  heading: RefObject<HTMLElement | null>
}

/** What staff can do with an appointment as it stands. */
export function AppointmentActions(all: AppointmentActionsProps) {
  const { day, calendar, heading, ...props } = all
  const language = useLanguage()
  const t = changeTexts[language]
  const [open, setOpen] = useState<'move' | 'cancel' | 'refund' | null>(null)
  const { appointment } = props
  const close = () => setOpen(null)
  const isLive = appointment.state !== 'cancelled'
  const isAhead = day >= calendar.today
  const hasCome = day <= calendar.today
  useFocusOnceClosed(open !== null, heading)

  return (
    <section className="details-actions" aria-label={t.whatToDo}>
      {isLive && (
        <div className="details-action">
          <h3>{t.visit}</h3>
          {hasCome ? (
            <QuickMarks {...props} onMarked={props.onChanged} />
          ) : (
            <p>{t.markFrom(showDay(language, day))}</p>
          )}
        </div>
      )}
      <DeskPayment {...props} />
      <div className="details-buttons">
        {isLive && isAhead && (
          <>
            <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen('move')}>
              {t.move}
            </Button>
            <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpen('cancel')}>
              {t.cancelAppointment}
            </Button>
          </>
        )}
        {appointment.paidByCard > 0 && (
          <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpen('refund')}>
            {t.refund}
          </Button>
        )}
      </div>
      {open === 'move' && <MoveModal {...props} day={day} calendar={calendar} onClose={close} />}
      {open === 'cancel' && <CancelModal {...props} onClose={close} />}
      {open === 'refund' && <RefundModal {...props} onClose={close} />}
    </section>
  )
}

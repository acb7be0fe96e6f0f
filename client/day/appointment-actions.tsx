import { type RefObject, useState } from 'react'
import type { BookingCalendar } from '../../contract/clinic.ts'
import { type Day, formatDay } from '../../contract/date.ts'
import type { StaffAppointment, StaffAppointmentDetails } from '../../contract/staff-appointment.ts'
import { Button } from '../ui/button.tsx'
import { useFocusOnceClosed } from '../use-focus-once-closed.ts'
import { CancelModal } from './cancel-modal.tsx'
import { DeskPayment } from './desk-payment.tsx'
import { MoveModal } from './move-modal.tsx'
import { QuickMarks } from './quick-marks.tsx'
import { RefundModal } from './refund-modal.tsx'

export type ActionProps = {
  appointment: StaffAppointment
  onChanged: (answer: StaffAppointment) => void
  /** Something stood in the way of a change: what is so by now must be looked at. */
  reload: () => void
}

type AppointmentActionsProps = ActionProps & {
  day: Day
  refund: StaffAppointmentDetails['refund']
  calendar: BookingCalendar
  /** Takes the focus where a change has taken its button away. */
  heading: RefObject<HTMLElement | null>
}

/** What staff can do with an appointment as it stands. */
export function AppointmentActions(all: AppointmentActionsProps) {
  const { day, refund, calendar, heading, ...props } = all
  const [open, setOpen] = useState<'move' | 'cancel' | 'refund' | null>(null)
  const { appointment } = props
  const close = () => setOpen(null)
  const isLive = appointment.state !== 'cancelled'
  const isAhead = day >= calendar.today
  const hasCome = day <= calendar.today
  const canRefund = appointment.paid === 'card' && (refund === null || refund === 'failed')
  useFocusOnceClosed(open !== null, heading)

  return (
    <section className="details-actions" aria-label="What to do">
      {isLive && (
        <div className="details-action">
          <h3>Visit</h3>
          {hasCome ? (
            <QuickMarks {...props} onMarked={props.onChanged} />
          ) : (
            <p>You can mark it as arrived, done or no-show from {formatDay(day)} on.</p>
          )}
        </div>
      )}
      <DeskPayment {...props} />
      <div className="details-buttons">
        {isLive && isAhead && (
          <>
            <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen('move')}>
              Move
            </Button>
            <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpen('cancel')}>
              Cancel appointment
            </Button>
          </>
        )}
        {canRefund && (
          <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpen('refund')}>
            Refund
          </Button>
        )}
      </div>
      {open === 'move' && <MoveModal {...props} day={day} calendar={calendar} onClose={close} />}
      {open === 'cancel' && <CancelModal {...props} onClose={close} />}
      {open === 'refund' && <RefundModal {...props} onClose={close} />}
    </section>
  )
}

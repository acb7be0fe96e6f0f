import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import './add-to-calendar.css'
import { parseDay } from '../contract/date.ts'
import { CalendarChoices } from './calendar-choices.tsx'
import { Button } from './ui/button.tsx'
import { Icon } from './ui/icon.tsx'
import { Modal } from './ui/modal.tsx'

/** What of an appointment is said before it is added. */
export type CalendarAppointment = { _id: string; treatment: string; date: string; slot: string }

type AddToCalendarProps = {
  appointment: CalendarAppointment
  /** Only the picture, where the place says what it is about. */
  small?: boolean
}

/** Whether the day of an appointment may still be today somewhere, by the reader's own clock. */
export function canBeAdded({ date }: Pick<CalendarAppointment, 'date'>): boolean {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  return (parseDay(date) ?? '') >= yesterday
}

/** Asks which calendar an appointment is to be added to; nothing once its day is over. */
export function AddToCalendar({ appointment, small = false }: AddToCalendarProps) {
  const [isOpen, setOpen] = useState(false)
  const { treatment, date, slot } = appointment
  if (!canBeAdded(appointment)) return null
  return (
    <>
      {small ? (
        <button
          type="button"
          className="add-to-calendar-small"
          aria-label={`Add to calendar: ${treatment}, ${date}`}
          title="Add to calendar"
          onClick={() => setOpen(true)}
        >
          <Icon of={CalendarPlus} />
        </button>
      ) : (
        <Button variant="quiet" onClick={() => setOpen(true)}>
          <Icon of={CalendarPlus} />
          Add to calendar
        </Button>
      )}
      <Modal title="Add to calendar" isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>
          {treatment}
          <span className="add-to-calendar-time">
            {date}, {slot}
          </span>
        </p>
        <CalendarChoices id={appointment._id} />
      </Modal>
    </>
  )
}

import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import './add-to-calendar.css'
import { parseDay } from '../../contract/date.ts'
import { showDate, showSlot } from '../../contract/show.ts'
import { useLanguage } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Modal } from '../ui/modal.tsx'
import { CalendarChoices } from './calendar-choices.tsx'
import { calendarTexts } from './texts-calendar.ts'

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
  const language = useLanguage()
  const t = calendarTexts[language]
  const [isOpen, setOpen] = useState(false)
  if (!canBeAdded(appointment)) return null
  const { treatment } = appointment
  const date = showDate(language, appointment.date)
  return (
    <>
      {small ? (
        <button
          type="button"
          className="add-to-calendar-small"
          aria-label={t.addThis(treatment, date)}
          title={t.add}
          onClick={() => setOpen(true)}
        >
          <Icon of={CalendarPlus} />
        </button>
      ) : (
        <Button variant="quiet" onClick={() => setOpen(true)}>
          <Icon of={CalendarPlus} />
          {t.add}
        </Button>
      )}
      <Modal title={t.add} isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>
          {treatment}
          <span className="add-to-calendar-time">
            {date}, {showSlot(language, appointment.slot)}
          </span>
        </p>
        <CalendarChoices id={appointment._id} />
      </Modal>
    </>
  )
}

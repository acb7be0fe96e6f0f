import { parseDate } from '@internationalized/date'
import { type FormEvent, useState } from 'react'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import type { Day } from '../../contract/date.ts'
import type { Language } from '../../contract/language.ts'
import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { showDate, showSlot } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Calendar } from '../ui/calendar.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Modal } from '../ui/modal.tsx'
import { toast } from '../ui/toast.ts'
import type { ActionProps } from './cancel-modal.tsx'
import { dayText } from './day-text.ts'
import { FreeTimes } from './free-times.tsx'
import { isOpenDay } from './open-days.ts'
import { changeTexts } from './texts-changes.ts'
import { useChange } from './use-change.ts'
import './day-form.css'

type MoveModalProps = ActionProps & { day: Day; calendar: BookingCalendar; onClose: () => void }

/** Moves an appointment to another day or time of its treatment. */
export function MoveModal({ appointment, day, calendar, onClose, ...props }: MoveModalProps) {
  const language = useLanguage()
  const t = changeTexts[language]
  const { _id: id, revision, treatmentId } = appointment
  const [target, setTarget] = useState({ day, slot: '' })
  const { isBusy, problem, run, forget } = useChange(props.reload)
  function choose(changes: Partial<typeof target>) {
    setTarget((before) => ({ ...before, ...changes }))
    forget()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (target.slot === '') return
    const body = { revision, date: target.day, slot: target.slot }
    void run(
      () => call(dayEndpoints.moveAppointment, { params: { id }, body }),
      (answer) => {
        toast.success(movedText(language, answer))
        onClose()
        props.onChanged(answer)
      },
    )
  }
  return (
    <Modal title={t.moveTitle} isOpen onClose={() => !isBusy && onClose()}>
      <form className="day-form" noValidate onSubmit={onSubmit} aria-busy={isBusy}>
        <p>{explain(language, appointment)}</p>
        <NewDay {...{ calendar, day: target.day }} onPick={(to) => choose({ day: to, slot: '' })} />
        <FreeTimes
          key={target.day}
          day={target.day}
          calendar={calendar}
          treatmentId={treatmentId}
          slot={target.slot}
          onChoose={(chosen) => choose({ slot: chosen })}
        />
        <ErrorLine>{problem?.text}</ErrorLine>
        <div className="day-form-send">
          <p className="day-form-price">{dayText(language, target.day)}</p>
          <Button type="submit" busy={isBusy} disabled={target.slot === ''}>
            {t.move}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

type NewDayProps = { day: Day; calendar: BookingCalendar; onPick: (day: Day) => void }

/** Days that are open; the one it is on now may be closed by now. */
function NewDay({ day, calendar, onPick }: NewDayProps) {
  const { newDay } = useTexts(changeTexts)
  return (
    <Calendar
      label={newDay}
      value={parseDate(day)}
      onChange={(date) => onPick(date.toString())}
      minValue={parseDate(calendar.today)}
      maxValue={parseDate(calendar.lastDay)}
      isDateUnavailable={(date) => !isOpenDay(calendar, date.toString())}
      today={parseDate(calendar.today)}
      timeZone={calendar.timeZone}
    />
  )
}

function movedText(language: Language, { patientName, date, slot }: StaffAppointment): string {
  const t = changeTexts[language]
  return t.moved(patientName, showDate(language, date), showSlot(language, slot))
}

function explain(language: Language, appointment: StaffAppointment): string {
  const { treatment, patient, patientName, date, slot } = appointment
  const t = changeTexts[language]
  const at = [showDate(language, date), showSlot(language, slot)] as const
  const now = t.moveNow(treatment, patientName, ...at)
  return patient === null ? now : `${now} ${t.toldByMail(patientName)}`
}

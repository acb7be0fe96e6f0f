import { type CalendarDate, parseDate } from '@internationalized/date'
import { type FormEvent, useEffect, useState } from 'react'
import type { Day } from '../../contract/date.ts'
import { defineTexts, type Language } from '../../contract/language.ts'
import { scheduleEndpoints } from '../../contract/schedule/endpoints.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { showDate, showDay, showLongDay, showSlot } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { type ClinicCalendar, clinicNow } from '../data/shared-queries.ts'
import { noteUnsaved } from '../data/unsaved.ts'
import { useAction } from '../data/use-action.ts'
import { read, useRead } from '../data/use-read.ts'
import { freeDayTexts, useFreeDays } from '../domain/availability.ts'
import { startOf, whyUnpickable } from '../domain/clinic-time.ts'
import { useLive } from '../domain/live/live.tsx'
import { closeForm } from '../forms/leaving.ts'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Calendar, type DayMark } from '../ui/calendar.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { SelectField } from '../ui/fields/select-field.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import { OtherTime, other, otherTimeTexts } from './booking/other-time.tsx'
import { PairFields } from './booking/pair-fields.tsx'
import { PassRulesModal, usePassRules } from './booking/pass-rules.tsx'
import { type ChangeProps, refusalText, touches } from './changes.tsx'
import { openSlots } from './slots.ts'
import { dayTexts, slotLabel } from './texts.ts'
import './schedule.css'

const texts = defineTexts({
  en: {
    reschedule: 'Reschedule',
    title: 'Reschedule this appointment',
    current: (treatment: string, patientName: string, date: string, slot: string) =>
      `${treatment} of ${patientName}, now on ${date} at ${slot}. Price and payment stay.`,
    notified: (patientName: string) => `${patientName} is notified by e-mail.`,
    rescheduled: (patientName: string, date: string, slot: string) =>
      `${patientName} is rescheduled to ${date} at ${slot}`,
    newDay: 'New day',
    notOffered: 'not offered to patients',
    newTime: 'New time',
    chooseTime: 'Choose a time',
    noTimeOn: (day: string) => `Nothing left on ${day}`,
    timeGone: 'This time is no longer free',
    timesFailed: (day: string) =>
      `We could not load the free times of ${day}. Please pick it again.`,
  },
  es: {
    reschedule: 'Reprogramar',
    title: 'Reprogramar esta cita',
    current: (treatment, patientName, date, slot) =>
      `${treatment} de ${patientName}, ahora el ${date} (${slot}). El precio y el pago no cambian.`,
    notified: (patientName) => `Avisaremos a ${patientName} por correo electrónico.`,
    rescheduled: (patientName, date, slot) =>
      `La cita de ${patientName} es ahora el ${date}, ${slot}`,
    newDay: 'Nuevo día',
    notOffered: 'no se ofrece a los pacientes',
    newTime: 'Nueva hora',
    chooseTime: 'Elija una hora',
    noTimeOn: (day) => `Nada libre el ${day}`,
    timeGone: 'Este horario ya no está libre',
    timesFailed: (day) =>
      `No pudimos cargar los horarios libres del ${day}. Elíjalo de nuevo, por favor.`,
  },
})

type Wanted = { date: Day; slot: string; treatment: string; doctor?: string; chair?: string }

type RescheduleModalProps = ChangeProps & {
  day: Day
  calendar: ClinicCalendar
  onClose: () => void
}

/** Reschedules an appointment to another day or time of its treatment. */
export function RescheduleModal(props: RescheduleModalProps) {
  const { appointment, onChanged, day, calendar, onClose } = props
  const language = useLanguage()
  const t = texts[language]
  const { _id: id, revision, treatment, treatmentId } = appointment
  const [target, setTarget] = useState({ day, slot: '', doctor: '', chair: '' })
  const isChosen = target.slot !== ''
  useEffect(() => (isChosen ? noteUnsaved() : undefined), [isChosen])
  const choices = [target.day !== day, isChosen, target.doctor !== '', target.chair !== '']
  function done(answer: StaffAppointment) {
    toast.success(rescheduledText(language, answer))
    onClose()
    onChanged(answer)
  }
  const { attempt, question } = usePassRules({
    act: 'reschedule',
    timeZone: calendar.timeZone,
    send: ({ treatment: _, ...to }: Wanted, despite) =>
      call(scheduleEndpoints.rescheduleAppointment, {
        params: { id },
        body: { revision, ...to, despite },
      }),
    onDone: done,
  })
  const { pending, refusal, run, forget } = useAction({
    send: ({ day: date, slot, doctor, chair }: typeof target) =>
      attempt({
        ...{ date, slot, treatment },
        ...(doctor !== '' && { doctor }),
        ...(chair !== '' && { chair }),
      }),
    touches,
    onDone: done,
  })
  function choose(changes: Partial<typeof target>) {
    setTarget((before) => ({ ...before, ...changes }))
    forget()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isChosen) void run(target)
  }
  return (
    <>
      <Modal title={t.title} isOpen onClose={() => closeForm(onClose)}>
        <form className="day-form" noValidate onSubmit={onSubmit} aria-busy={pending}>
          <UnsavedGuard when={choices.filter(Boolean).length > 1} pending={pending} />
          <p>{explain(language, appointment)}</p>
          <NewDay
            {...{ calendar, treatmentId, day: target.day }}
            onPick={(to) => choose({ day: to, slot: '' })}
          />
          <FreeTimes
            key={target.day}
            day={target.day}
            calendar={calendar}
            appointment={appointment}
            slot={target.slot}
            onChoose={(slot) => choose({ slot })}
          />
          <PairFields
            wanted={{ treatmentId, day: target.day, slot: target.slot, except: id }}
            draft={target}
            now={appointment}
            onChange={choose}
          />
          <ErrorLine>{refusal && refusalText(language, refusal)}</ErrorLine>
          <div className="day-form-send">
            <p className="day-form-price">{showLongDay(language, target.day)}</p>
            <Button type="submit" busy={pending} disabled={!isChosen}>
              {t.reschedule}
            </Button>
          </div>
        </form>
      </Modal>
      <PassRulesModal {...question} />
    </>
  )
}

function rescheduledText(language: Language, { patientName, date, slot }: StaffAppointment) {
  return texts[language].rescheduled(
    patientName,
    showDate(language, date),
    showSlot(language, slot),
  )
}

function explain(language: Language, appointment: StaffAppointment): string {
  const { treatment, patient, patientName, date, slot } = appointment
  const t = texts[language]
  const at = [showDate(language, date), showSlot(language, slot)] as const
  const now = t.current(treatment, patientName, ...at)
  return patient === null ? now : `${now} ${t.notified(patientName)}`
}

type NewDayProps = {
  day: Day
  treatmentId: string
  calendar: ClinicCalendar
  onPick: (day: Day) => void
}

/** Any day from today on, also a closed one or one beyond the booking window; those with free times are marked. */
function NewDay({ day, treatmentId, calendar, onPick }: NewDayProps) {
  const { newDay, notOffered } = useTexts(texts)
  const { onTurn, markOf } = useFreeDays(day, treatmentId)
  function markForStaff(date: CalendarDate): DayMark | undefined {
    const one = date.toString()
    if (whyUnpickable(calendar, one) !== null) return { kind: 'full', label: notOffered }
    const mark = markOf(date)
    // The minimum notice binds patients alone: what is full for them may have times for staff.
    const notice = clinicNow(calendar) + calendar.leadMinutes * 60_000
    return mark?.kind === 'full' && startOf(one, 0, calendar.timeZone) < notice ? undefined : mark
  }
  return (
    <div>
      <Calendar
        label={newDay}
        value={parseDate(day)}
        onChange={(date) => onPick(date.toString())}
        onTurn={onTurn}
        minValue={parseDate(calendar.today)}
        markOf={markForStaff}
        today={parseDate(calendar.today)}
        timeZone={calendar.timeZone}
      />
      <p className="calendar-key">{useTexts(freeDayTexts).withRoom}</p>
    </div>
  )
}

type FreeTimesProps = {
  day: Day
  calendar: ClinicCalendar
  appointment: StaffAppointment
  slot: string
  onChoose: (slot: string) => void
}

/** The times of a treatment that are free on a day, updated while the dialog is open. */
function FreeTimes({ day, calendar, appointment, slot, onChoose }: FreeTimesProps) {
  const language = useLanguage()
  const t = texts[language]
  const [isOther, setIsOther] = useState(false)
  // Not what patients are offered: the minimum notice binds them and not the staff.
  const { data, error } = useLive(
    useRead(read(scheduleEndpoints.readDay, { query: { date: day } })),
    (changed) => changed === day,
  )
  if (!data) {
    return error === undefined ? (
      <Skeleton height="80px" />
    ) : (
      <p role="alert">{t.timesFailed(showDay(language, day))}</p>
    )
  }
  const column = data.columns.find(({ _id }) => _id === appointment.treatmentId)
  const free = column
    ? openSlots(column, data, { day, calendar, now: new Date(clinicNow(calendar)) })
    : []
  const isGone = !isOther && slot !== '' && !free.some((one) => one.slot === slot)
  const first = free.length > 0 ? t.chooseTime : t.noTimeOn(showDay(language, day))
  return (
    <>
      <SelectField
        label={t.newTime}
        value={isOther ? other : slot}
        error={isGone ? t.timeGone : undefined}
        onChange={({ target }) => {
          setIsOther(target.value === other)
          onChoose(target.value === other ? '' : target.value)
        }}
        options={[
          { value: '', label: first },
          ...(isGone
            ? [{ value: slot, label: dayTexts[language].goneTime(showSlot(language, slot)) }]
            : []),
          ...free.map((one) => ({ value: one.slot, label: slotLabel(language, one) })),
          { value: other, label: otherTimeTexts[language].otherTime },
        ]}
      />
      {isOther && (
        <OtherTime
          length={appointment.endMinute - appointment.startMinute}
          error={undefined}
          onChoose={onChoose}
        />
      )}
    </>
  )
}

import { formatSlot } from '../../../contract/appointments/slot.ts'
import type { BookingCalendar } from '../../../contract/clinic/clinic.ts'
import { defineTexts } from '../../../contract/language.ts'
import { dayEndpoints, teamEndpoints } from '../../../contract/schedule/endpoints.ts'
import type { StaffAppointment } from '../../../contract/schedule/staff-appointment.ts'
import { showSlot } from '../../../contract/show.ts'
import { call } from '../../data/api.ts'
import { useAction } from '../../data/use-action.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Modal } from '../../ui/modal/modal.tsx'
import { PassRulesModal, usePassRules } from '../booking/pass-rules.tsx'
import { refusalText, touches } from '../changes.tsx'
import { dayText } from '../texts.ts'
import type { Place, TeamColumn } from './team-columns.ts'
import type { Moving } from './use-move.ts'
import './team-modals.css'

const texts = defineTexts({
  en: {
    question: (name: string) => `Reschedule ${name}?`,
    from: 'From',
    to: 'To',
    notified: (name: string) => `${name} is notified by e-mail. Price and payment stay.`,
    noMail: 'Price and payment stay. There is no e-mail address to notify.',
    chairOnly: 'Only the chair changes: nobody is notified.',
    reschedule: 'Reschedule',
    done: (name: string, when: string) => `${name}: ${when}`,
  },
  es: {
    question: (name) => `¿Reprogramar a ${name}?`,
    from: 'De',
    to: 'A',
    notified: (name) =>
      `Avisaremos a ${name} por correo electrónico. El precio y el pago no cambian.`,
    noMail: 'El precio y el pago no cambian. No hay correo electrónico al que avisar.',
    chairOnly: 'Solo cambia el sillón: no avisamos a nadie.',
    reschedule: 'Reprogramar',
    done: (name, when) => `${name}: ${when}`,
  },
})

type Dropped = Moving & { warning: string | null }

type MoveModalProps = {
  dropped: Dropped | null
  columns: readonly TeamColumn[]
  calendar: BookingCalendar
  nameOf: (column: TeamColumn) => string
  /** With what was answered, where it was moved. */
  onClose: (answer: StaffAppointment | null) => void
}

/** Names where a moved appointment was and would be, before anything is sent. */
export function MoveModal({ dropped, columns, ...props }: MoveModalProps) {
  const columnOf = (key: string | undefined) => columns.find((one) => one.key === key)
  const from = columnOf(dropped?.home)
  const to = columnOf(dropped?.key)
  const place = to?.place
  if (!dropped || !from || !to || !place) return null
  const id = `${dropped.appointment._id} ${dropped.key} ${dropped.span.startMinute}`
  return <Question key={id} {...{ dropped, from, to, place }} {...props} />
}

type QuestionProps = Omit<MoveModalProps, 'dropped' | 'columns'> & {
  dropped: Dropped
  from: TeamColumn
  to: TeamColumn
  place: Place
}

function Question({ dropped, from, to, place, calendar, nameOf, onClose }: QuestionProps) {
  const language = useLanguage()
  const t = texts[language]
  const { appointment, span, warning } = dropped
  const { patientName } = appointment
  const slot = formatSlot({ start: span.startMinute, end: span.endMinute })
  const inWords = (column: TeamColumn, time: string) =>
    [dayText(language, column.day), showSlot(language, time), column.name && nameOf(column)]
      .filter(Boolean)
      .join(', ')
  const { send, question } = useReschedule(appointment, place, {
    ...{ slot, timeZone: calendar.timeZone },
    onDone(answer) {
      toast.success(t.done(patientName, inWords(to, slot)))
      onClose(answer)
    },
  })
  return (
    <>
      <Modal
        title={t.question(patientName)}
        isOpen={!question.isOpen}
        onClose={() => !send.pending && !question.isOpen && onClose(null)}
        alert
      >
        <dl className="team-from-to">
          <dt>{t.from}</dt>
          <dd>{inWords(from, appointment.slot)}</dd>
          <dt>{t.to}</dt>
          <dd>{inWords(to, slot)}</dd>
        </dl>
        {warning && (
          <p className="day-note" role="status">
            {warning}
          </p>
        )}
        <p>{noticeOf(t, appointment, { place, slot })}</p>
        <ErrorLine>{send.refusal && refusalText(language, send.refusal)}</ErrorLine>
        <div className="confirm-buttons">
          <Button busy={send.pending} onClick={() => void send.run(undefined)}>
            {t.reschedule}
          </Button>
          <Button variant="quiet" onClick={() => !send.pending && onClose(null)}>
            {sharedTexts[language].goBack}
          </Button>
        </div>
      </Modal>
      <PassRulesModal
        {...question}
        onClose={() => {
          question.onClose()
          onClose(null)
        }}
      />
    </>
  )
}

type Words = (typeof texts)['en']

function noticeOf(
  t: Words,
  { patient, patientName, doctor, slot: before }: StaffAppointment,
  { place, slot }: { place: Place; slot: string },
): string {
  const isSameDoctor = place.doctor === undefined || place.doctor === doctor?._id
  if (place.chair !== undefined && isSameDoctor && before === slot) return t.chairOnly
  return patient === null ? t.noMail : t.notified(patientName)
}

type Sending = { slot: string; timeZone: string; onDone: (answer: StaffAppointment) => void }

/** The staff's own reschedule, with its questions. In a chair's column the doctor stays. */
function useReschedule(
  { _id: id, revision, treatment, doctor: own }: StaffAppointment,
  { day: date, doctor = own?._id, chair }: Place,
  { slot, timeZone, onDone }: Sending,
) {
  const { attempt, question } = usePassRules({
    act: 'reschedule',
    timeZone,
    send: ({ treatment: _, ...to }: { date: string; slot: string; treatment: string }, despite) =>
      call(dayEndpoints.rescheduleAppointment, {
        params: { id },
        body: { revision, ...to, despite, ...(doctor && { doctor }), ...(chair && { chair }) },
      }),
    onDone,
  })
  const send = useAction({
    send: (_: undefined) => attempt({ date, slot, treatment }),
    touches: [...touches, teamEndpoints.readDoctorWeek],
    onDone,
  })
  return { send, question }
}

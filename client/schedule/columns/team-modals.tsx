import { useNavigate } from 'react-router'
import { formatSlot } from '../../../contract/appointments/slot.ts'
import type { BookingCalendar } from '../../../contract/clinic/clinic.ts'
import { doctorEndpoints } from '../../../contract/doctors/endpoints.ts'
import { planChangeEndpoints } from '../../../contract/doctors/plan-changes.ts'
import type { BlockInput } from '../../../contract/doctors/schedule.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { defineTexts, type Language } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import type { Span } from '../../../contract/schedule/day-parts.ts'
import { scheduleEndpoints, teamEndpoints } from '../../../contract/schedule/endpoints.ts'
import type { StaffAppointment } from '../../../contract/schedule/staff-appointment.ts'
import { showLongDay, showSlot } from '../../../contract/show.ts'
import { call } from '../../data/api.ts'
import { useAction } from '../../data/use-action.ts'
import { writeClock } from '../../domain/time-input.ts'
import { AffectedModal, useAffected } from '../../forms/affected-modal.tsx'
import { closeForm } from '../../forms/leaving.ts'
import type { Checked } from '../../forms/problems.ts'
import { UnsavedGuard } from '../../forms/unsaved-guard.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/fields/field.tsx'
import { ConfirmModal, Modal } from '../../ui/modal/modal.tsx'
import { PassRulesModal, usePassRules } from '../booking/pass-rules.tsx'
import { refusalText, touches } from '../changes.tsx'
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
    [showLongDay(language, column.day), showSlot(language, time), column.name && nameOf(column)]
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
      call(scheduleEndpoints.rescheduleAppointment, {
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

const blockTexts = defineTexts({
  en: {
    title: (name: string) => `Block time of ${name}`,
    from: 'From',
    to: 'To',
    words: { meeting: 'Meeting', lunch: 'Lunch', paperwork: 'Paperwork' },
    usual: 'One press blocks it:',
    word: 'Or in your own words',
    block: 'Block',
    book: 'Book an appointment instead',
    chooseTime: 'Please choose a time',
    backwards: 'The end lies before the start',
    question: 'Block this time?',
    anyway: 'Block it, then settle them',
    theyStay: 'They stay as they are until you settle them, which comes next.',
    blocked: (name: string, time: string) => `${name} is blocked: ${time}`,
    freed: (name: string, time: string) => `${name} is free again: ${time}`,
    unblock: 'Unblock',
    unblockQuestion: (name: string) => `Unblock this time of ${name}?`,
  },
  es: {
    title: (name) => `Bloquear tiempo de ${name}`,
    from: 'Desde',
    to: 'Hasta',
    words: { meeting: 'Reunión', lunch: 'Almuerzo', paperwork: 'Papeleo' },
    usual: 'Una pulsación lo bloquea:',
    word: 'O con sus palabras',
    block: 'Bloquear',
    book: 'Reservar una cita',
    chooseTime: 'Elija una hora, por favor',
    backwards: 'El final es anterior al comienzo',
    question: '¿Bloquear este tiempo?',
    anyway: 'Bloquear y luego resolverlas',
    theyStay: 'Quedan como están hasta que usted las resuelva, que es el paso siguiente.',
    blocked: (name, time) => `${name} tiene bloqueado: ${time}`,
    freed: (name, time) => `${name} vuelve a tener libre: ${time}`,
    unblock: 'Desbloquear',
    unblockQuestion: (name) => `¿Desbloquear este tiempo de ${name}?`,
  },
})

/** What is blocked or given back: a time in the column of the doctor that is named. */
export type BlockStart = { column: TeamColumn; span: Span; name: string }

type BlockModalProps = { start: BlockStart; onClose: () => void }
type EmptyModalProps = BlockModalProps & {
  /** Books the time instead; absent where nothing can be booked. */
  onBook: (() => void) | undefined
}

const touchedByBlock = [
  scheduleEndpoints.readDay,
  teamEndpoints.readDoctorWeek,
  doctorEndpoints.readDoctorSchedule,
  endpoints.listAvailable,
]

const fields = ['from', 'to', 'reason'] as const
type BlockField = (typeof fields)[number]
type BlockDraft = Record<BlockField, string>

const usual = ['meeting', 'lunch', 'paperwork'] as const

/** Blocks a part of a doctor's day: one of the usual words is one press. */
export function BlockModal({ start, onClose, onBook }: EmptyModalProps) {
  const language = useLanguage()
  const t = blockTexts[language]
  const { question, ...form } = useBlockForm(start, onClose)
  return (
    <>
      <Modal title={t.title(start.name)} isOpen onClose={() => closeForm(onClose)}>
        <form {...form.props} className="day-form">
          <UnsavedGuard when={form.isChanged} pending={form.pending} />
          <p className="day-form-day">{showLongDay(language, start.column.day)}</p>
          <div className="team-block-times">
            <Field
              {...form.field('from')}
              label={t.from}
              type="time"
              step={300}
              error={form.problems.from}
            />
            <Field
              {...form.field('to')}
              label={t.to}
              type="time"
              step={300}
              error={form.problems.to}
            />
          </div>
          <fieldset className="team-block-words">
            <legend>{t.usual}</legend>
            {usual.map((word) => (
              <Button
                key={word}
                variant="quiet"
                busy={form.pending}
                onClick={() => {
                  form.change({ reason: t.words[word] })
                  void form.submit()
                }}
              >
                {t.words[word]}
              </Button>
            ))}
          </fieldset>
          <Field {...form.field('reason')} label={t.word} maxLength={200} autoComplete="off" />
          <ErrorLine>{form.failure}</ErrorLine>
          <div className="team-block-send">
            <Button type="submit" busy={form.pending}>
              {t.block}
            </Button>
            {onBook && (
              <Button variant="quiet" disabled={form.pending} onClick={onBook}>
                {t.book}
              </Button>
            )}
          </div>
        </form>
      </Modal>
      <AffectedModal
        {...question}
        title={t.question}
        confirmLabel={question.affected.length > 0 ? t.anyway : t.block}
      >
        <p>{t.theyStay}</p>
      </AffectedModal>
    </>
  )
}

function useBlockForm({ column: { day, place }, span, name }: BlockStart, onClose: () => void) {
  const language = useLanguage()
  const t = blockTexts[language]
  const navigate = useNavigate()
  const done = (_: unknown, { time }: Omit<BlockInput, 'day'>) => {
    toast.success(t.blocked(name, showSlot(language, formatSlot(time))))
    onClose()
  }
  const { ask, question } = useAffected({
    send: (input: Omit<BlockInput, 'day'>, confirmed: boolean) =>
      call(doctorEndpoints.blockTime, {
        params: { id: place?.doctor ?? '' },
        body: { ...input, day, confirmed },
      }),
    touches: [...touchedByBlock, planChangeEndpoints.listPlanChanges],
    onConfirmed({ change }, input) {
      done(null, input)
      if (change !== null) void navigate(paths.planChange(change))
    },
  })
  const form = useForm({
    start: { from: writeClock(span.startMinute), to: writeClock(span.endMinute), reason: '' },
    fields,
    check: (draft: BlockDraft) => readBlock(language, draft),
    explain: (refusal) => refusalText(language, refusal),
    send: ask,
    touches: touchedByBlock,
    onDone: done,
  })
  return { ...form, question }
}

export function readBlock(
  language: Language,
  { from, to, reason }: BlockDraft,
): Checked<Omit<BlockInput, 'day'>, BlockField> {
  const { chooseTime, backwards } = blockTexts[language]
  if (from === '') return { ok: false, problems: { from: chooseTime } }
  if (to === '') return { ok: false, problems: { to: chooseTime } }
  const start = minuteOf(from)
  // The end of the day is its beginning.
  const end = minuteOf(to) || 1440
  if (start < end) return { ok: true, values: { time: { start, end }, reason: reason.trim() } }
  return { ok: false, problems: { to: backwards } }
}

function minuteOf(clock: string): number {
  const [hour = Number.NaN, minute = Number.NaN] = clock.split(':').map(Number)
  return hour * 60 + minute
}

/** Gives a blocked part of a doctor's day back. */
export function UnblockModal({ start, onClose }: BlockModalProps) {
  const language = useLanguage()
  const t = blockTexts[language]
  const { column, span, name } = start
  const { startMinute, endMinute } = span
  const time = showSlot(language, formatSlot({ start: startMinute, end: endMinute }))
  const { pending, refusal, run } = useAction({
    send: (_: undefined) =>
      call(doctorEndpoints.unblockTime, {
        params: { id: column.place?.doctor ?? '' },
        body: { day: column.day, start: startMinute },
      }),
    touches: touchedByBlock,
    onDone() {
      toast.success(t.freed(name, time))
      onClose()
    },
  })
  return (
    <ConfirmModal
      title={t.unblockQuestion(name)}
      confirmLabel={t.unblock}
      isOpen
      busy={pending}
      error={refusal && refusalText(language, refusal)}
      onConfirm={() => void run(undefined)}
      onClose={onClose}
    >
      <p>
        {showLongDay(language, column.day)}, {time}
      </p>
    </ConfirmModal>
  )
}

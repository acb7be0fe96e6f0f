import { useNavigate } from 'react-router'
import { formatSlot } from '../../../contract/appointments/slot.ts'
import { doctorEndpoints } from '../../../contract/doctors/endpoints.ts'
import { planChangeEndpoints } from '../../../contract/doctors/plan-changes.ts'
import type { BlockInput } from '../../../contract/doctors/schedule.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { defineTexts, type Language } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import type { Span } from '../../../contract/schedule/day-parts.ts'
import { dayEndpoints, teamEndpoints } from '../../../contract/schedule/endpoints.ts'
import { showSlot } from '../../../contract/show.ts'
import { call } from '../../data/api.ts'
import { useAction } from '../../data/use-action.ts'
import { AffectedModal } from '../../forms/affected-modal.tsx'
import type { Checked } from '../../forms/problems.ts'
import { useAffected } from '../../forms/use-affected.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/fields/field.tsx'
import { ConfirmModal } from '../../ui/modal/confirm-modal.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { refusalText } from '../changes.tsx'
import { clockOf } from '../slots.ts'
import { dayText } from '../texts.ts'
import type { TeamColumn } from './team-columns.ts'
import './team-modals.css'

const texts = defineTexts({
  en: {
    title: (name: string) => `Block time of ${name}`,
    from: 'From',
    to: 'To',
    words: { meeting: 'Meeting', lunch: 'Lunch', paperwork: 'Paperwork' },
    usual: 'One press blocks it:',
    word: 'Or in your own words',
    block: 'Block',
    book: 'Book an appointment instead',
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

const touches = [
  dayEndpoints.readDay,
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
  const t = texts[language]
  const { question, ...form } = useBlockForm(start, onClose)
  return (
    <>
      <Modal title={t.title(start.name)} isOpen onClose={() => !form.pending && onClose()}>
        <form {...form.props} className="day-form">
          <p className="day-form-day">{dayText(language, start.column.day)}</p>
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
  const t = texts[language]
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
    touches: [...touches, planChangeEndpoints.listPlanChanges],
    onConfirmed({ change }, input) {
      done(null, input)
      if (change !== null) void navigate(paths.planChange(change))
    },
  })
  const form = useForm({
    start: { from: clockOf(span.startMinute), to: clockOf(span.endMinute), reason: '' },
    fields,
    check: (draft: BlockDraft) => readBlock(language, draft),
    explain: (refusal) => refusalText(language, refusal),
    send: ask,
    touches,
    onDone: done,
  })
  return { ...form, question }
}

function readBlock(
  language: Language,
  { from, to, reason }: BlockDraft,
): Checked<Omit<BlockInput, 'day'>, BlockField> {
  const start = minuteOf(from)
  // The end of the day is its beginning.
  const end = minuteOf(to) || 1440
  if (start < end) return { ok: true, values: { time: { start, end }, reason: reason.trim() } }
  return { ok: false, problems: { to: texts[language].backwards } }
}

function minuteOf(clock: string): number {
  const [hour = Number.NaN, minute = Number.NaN] = clock.split(':').map(Number)
  return hour * 60 + minute
}

/** Gives a blocked part of a doctor's day back. */
export function UnblockModal({ start, onClose }: BlockModalProps) {
  const language = useLanguage()
  const t = texts[language]
  const { column, span, name } = start
  const { startMinute, endMinute } = span
  const time = showSlot(language, formatSlot({ start: startMinute, end: endMinute }))
  const { pending, refusal, run } = useAction({
    send: (_: undefined) =>
      call(doctorEndpoints.unblockTime, {
        params: { id: column.place?.doctor ?? '' },
        body: { day: column.day, start: startMinute },
      }),
    touches,
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
        {dayText(language, column.day)}, {time}
      </p>
    </ConfirmModal>
  )
}

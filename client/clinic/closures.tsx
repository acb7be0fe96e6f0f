import { type RefObject, useState } from 'react'
import { type Closure, openingEndpoints } from '../../contract/clinic/endpoints.ts'
import type { Day } from '../../contract/date.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type Language, locales } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDay } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { SettleModal } from '../domain/settle/settle-closed.tsx'
import { useAffected } from '../forms/affected-modal.tsx'
import type { useRevision } from '../forms/changed-meanwhile.tsx'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { useForm } from '../forms/use-form.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Field } from '../ui/fields/field.tsx'
import { Link } from '../ui/link.tsx'
import { ConfirmModal } from '../ui/modal/modal.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { AffectedPatientsModal, useClosing } from './affected-patients-modal.tsx'
import {
  type ClosingDraft,
  type ClosingField,
  closingFields,
  findProblems,
  withChange,
} from './opening-rules.ts'
import { closuresTexts } from './opening-texts.ts'

type ClosuresProps = {
  /** From today on. */
  opening: Pick<AnswerOf<typeof openingEndpoints.readOpening>, 'closures' | 'closedWeekdayDays'>
  revision: ReturnType<typeof useRevision>
  focusAfterwards: RefObject<HTMLElement | null>
}

/** `null`: closed as every day of its weekday, and listed since appointments stand on it. */
type ClosedDay = Omit<Closure, 'reason'> & { reason: string | null }

/** The closed days, and what still stands on them. */
export function Closures({ opening, revision, focusAfterwards }: ClosuresProps) {
  const t = useTexts(closuresTexts)
  const language = useLanguage()
  const { day, reason, appointments, action } = t.headings
  const [reopened, setReopened] = useState<Closure>()
  const [settled, setSettled] = useState<ClosedDay>()
  const rows: readonly ClosedDay[] = [
    ...opening.closures,
    ...opening.closedWeekdayDays.map((one) => ({ ...one, reason: null })),
  ].toSorted((one, other) => one.day.localeCompare(other.day))
  const columns: readonly Column<ClosedDay>[] = [
    { heading: day, cell: (closed) => shortDayText(language, closed.day) },
    { heading: reason, cell: (closed) => closed.reason ?? t.onWeekday },
    { heading: appointments, cell: (closed) => <Touched closed={closed} /> },
    {
      heading: action,
      cell: (closed) => <Actions closed={closed} onSettle={setSettled} onOpen={setReopened} />,
    },
  ]
  return (
    <>
      {rows.length > 0 ? (
        <Table
          caption={t.list}
          hideCaption
          columns={columns}
          rows={rows}
          rowKey={(closed) => closed.day}
        />
      ) : (
        <p className="opening-none">{t.none}</p>
      )}
      <OpenAgainModal
        closure={reopened}
        revision={revision}
        onClose={() => setReopened(undefined)}
        focusAfterwards={focusAfterwards}
      />
      <SettleDay
        closed={settled}
        onClose={() => setSettled(undefined)}
        focusAfterwards={focusAfterwards}
      />
    </>
  )
}

type ActionsProps = {
  closed: ClosedDay
  onSettle: (closed: ClosedDay) => void
  onOpen: (closure: Closure) => void
}

function Actions({ closed, onSettle, onOpen }: ActionsProps) {
  const t = useTexts(closuresTexts)
  const day = showDay(useLanguage(), closed.day)
  const { reason } = closed
  return (
    <span className="closure-actions">
      {closed.appointments > 0 && (
        <Button
          variant="quiet"
          className="row-button"
          aria-haspopup="dialog"
          aria-label={t.settleOf(day)}
          onClick={() => onSettle(closed)}
        >
          {t.settle}
        </Button>
      )}
      {reason !== null && (
        <Button
          variant="quiet"
          className="row-button"
          aria-label={t.openAgainOf(day)}
          onClick={() => onOpen({ ...closed, reason })}
        >
          {t.openAgain}
        </Button>
      )}
    </span>
  )
}

type SettleDayProps = {
  /** Absent while there is no question. */
  closed: ClosedDay | undefined
  onClose: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

function SettleDay({ closed, onClose, focusAfterwards }: SettleDayProps) {
  const t = useTexts(closuresTexts)
  const language = useLanguage()
  useFocusOnceClosed(closed !== undefined, focusAfterwards)
  const day = closed?.day ?? ''
  return (
    <SettleModal
      title={closed ? t.settleTitle(showDay(language, day)) : ''}
      scope={{ from: day, to: day }}
      count={closed?.appointments ?? 0}
      isOpen={closed !== undefined}
      onClose={onClose}
    />
  )
}

function Touched({ closed: { day, appointments, asked } }: { closed: ClosedDay }) {
  const t = useTexts(closuresTexts)
  const language = useLanguage()
  if (appointments === 0) return t.noAppointments
  const text = t.appointments(appointments)
  return (
    <>
      <Link to={paths.scheduleOf(day)} aria-label={t.appointmentsOn(text, showDay(language, day))}>
        {text}
      </Link>
      {asked > 0 && <span className="closure-asked">{t.asked(asked)}</span>}
    </>
  )
}

/** A closed day with its weekday: `Thu, Nov 26, 2026`. */
export function shortDayText(language: Language, day: Day): string {
  const weekday = new Intl.DateTimeFormat(locales[language], { weekday: 'short', timeZone: 'UTC' })
  return `${weekday.format(new Date(day))}, ${showDay(language, day)}`
}

type OpenAgainModalProps = {
  /** Absent while there is no question. */
  closure: Closure | undefined
  revision: ReturnType<typeof useRevision>
  onClose: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

function OpenAgainModal(props: OpenAgainModalProps) {
  const t = useTexts(closuresTexts)
  const language = useLanguage()
  const { subject, ...asked } = useConfirmation(props.closure, {
    async act({ day }) {
      const query = { revision: props.revision.from }
      const opened = await call(openingEndpoints.removeClosure, { params: { day }, query })
      props.revision.saved(opened.revision)
    },
    touches: [openingEndpoints.readOpening, endpoints.readCalendar],
    onDone: ({ day }) => {
      toast.success(t.opened(showDay(language, day)))
      props.onClose()
    },
    onClose: props.onClose,
    focusAfterwards: props.focusAfterwards,
  })
  const day = subject ? showDay(language, subject.day) : ''
  return (
    <ConfirmModal
      {...asked}
      title={t.openQuestion(day)}
      confirmLabel={t.openNow(day)}
      keepLabel={t.keep}
    >
      <p>{t.wasClosedFor(subject?.reason ?? '')}</p>
      {subject && subject.asked > 0 && <p>{t.willTell(subject.asked)}</p>}
    </ConfirmModal>
  )
}

const empty: ClosingDraft = { from: '', to: '', reason: '' }
const touches = [openingEndpoints.readOpening, endpoints.readCalendar]
const fieldOf = { days_backwards: 'to', too_many_days: 'to' } as const

type CloseDaysFormProps = { today: Day; revision: ReturnType<typeof useRevision> }

/** Closes one day or several, with the reason that patients read. `today`: the clinic's day. */
export function CloseDaysForm(props: CloseDaysFormProps) {
  const { today } = props
  const t = useTexts(closuresTexts)
  const { question, closing, ...form } = useCloseDays(props)
  const { draft, problems } = form
  const field = (name: ClosingField) => ({
    name,
    value: draft[name],
    error: problems[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      form.change(withChange(draft, name, target.value)),
  })

  return (
    <form {...form.props} className="close-days">
      <UnsavedGuard when={form.isChanged && !form.pending} />
      <h4 className="close-days-heading">{t.close}</h4>
      <div className="close-days-range">
        <Field {...field('from')} label={t.first} type="date" min={today} />
        <Field {...field('to')} label={t.last} type="date" min={draft.from || today} />
      </div>
      <Field
        {...field('reason')}
        label={t.headings.reason}
        hint={t.reasonHint}
        maxLength={200}
        autoComplete="off"
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <Button type="submit" busy={form.pending} className="opening-submit">
        {t.close}
      </Button>
      <AffectedPatientsModal title={t.closeQuestion} question={question} closing={closing} />
    </form>
  )
}

function useCloseDays({ today, revision }: CloseDaysFormProps) {
  const language = useLanguage()
  const t = useTexts(closuresTexts)
  const closing = useClosing()
  const { ask, question } = useAffected({
    send: (days: ClosingDraft, confirmed: boolean) =>
      call(openingEndpoints.addClosure, { body: { ...days, confirmed, revision: revision.from } }),
    touches,
    onConfirmed({ closed, days, revision: now }, { from, to }) {
      revision.saved(now)
      if (!closing.settle({ from, to, days })) toast.success(t.closed(closed))
      form.reset()
    },
  })
  const form = useForm({
    start: empty,
    fields: closingFields,
    fieldOf,
    check(draft: ClosingDraft) {
      const problems = findProblems(draft, today, language)
      const isRight = Object.keys(problems).length === 0
      return isRight ? { ok: true, values: draft } : { ok: false, problems }
    },
    send: ask,
    touches,
    onDone({ closed, revision: now }) {
      revision.saved(now)
      toast.success(t.closed(closed))
      form.reset()
    },
  })
  return { ...form, question, closing }
}

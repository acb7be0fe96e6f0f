import { Check, CircleDashed, Phone, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import {
  type DisplacedAppointment,
  type PlanChange,
  planChangeEndpoints,
  SettlementAnswer,
} from '../../../contract/doctors/plan-changes.ts'
import type { PlaceOfAppointment } from '../../../contract/errors.ts'
import { paths } from '../../../contract/page-paths.ts'
import { showDate, showSlot } from '../../../contract/show.ts'
import { showInstant } from '../../../contract/show-instant.ts'
import { StaffPage } from '../../app/staff-page.tsx'
import { call } from '../../data/api.ts'
import { LoadFailure } from '../../data/load-failure.tsx'
import { PagedList } from '../../data/paged-list.tsx'
import { calendar as clinicCalendar } from '../../data/shared-queries.ts'
import { useAction } from '../../data/use-action.ts'
import { type Pages, usePagedRead } from '../../data/use-paged-read.ts'
import { read, useRead } from '../../data/use-read.ts'
import { LiveNote, useLive } from '../../domain/live/live.tsx'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icon.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import './changes.css'
import {
  Contact,
  type Failures,
  leftOverIn,
  overtakenIn,
  SettleHint,
  SettleList,
  settleAll,
  settleTouches,
  useDecisions,
} from './settle-list.tsx'
import { changesTexts } from './texts.ts'

/** The appointments that an absence or another change left without their place, and who has answered. */
export function PlanChangePage() {
  const { id = '' } = useParams()
  return <PagesOfChange key={id} id={id} />
}

function PagesOfChange({ id }: { id: string }) {
  const t = useTexts(changesTexts)
  const reading = usePagedRead((after) =>
    read(planChangeEndpoints.readPlanChange, { params: { id }, query: { after } }),
  )
  const pages = useLive(reading, (changed) => {
    // Until the first answer any day may be one of its days.
    if (!reading.data) return reading.isLoading
    return reading.data.days.includes(changed)
  })
  const { data, error, isLoading, reload } = pages
  if (data) return <Change change={data} pages={pages} />
  if (error !== undefined) {
    return <LoadFailure what={t.changeWhat} error={error} onRetry={reload} busy={isLoading} />
  }
  return <ChangeSkeleton />
}

const lines = ['a', 'b', 'c', 'd', 'e']

function ChangeSkeleton() {
  const t = useTexts(changesTexts)
  return (
    <div className="staff-page" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      <Skeleton width="min(300px, 80%)" height="26px" />
      <Skeleton width="180px" height="21px" />
      <div className="change-part">
        <Skeleton width="160px" height="20px" />
        <Skeleton width="240px" height="22px" />
        <Skeleton width="min(462px, 100%)" height="42px" />
        {lines.map((line) => (
          <Skeleton key={line} height="64px" />
        ))}
      </div>
    </div>
  )
}

type ChangeProps = { change: PlanChange; pages: Pages<PlanChange> }

function Change({ change, pages }: ChangeProps) {
  const t = useTexts(changesTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  const { _id: id, kind, name, counts } = change
  return (
    <StaffPage title={t.kinds[kind](name)} heading={heading} beside={<LiveNote />}>
      <Days change={change} />
      <PagedList
        pages={pages}
        what={t.changeWhat}
        pagerLabel={t.pages}
        skeleton={null}
        empty={null}
      >
        {(rows) => {
          const left = rows.filter(({ answer }) => answer === 'left')
          const decided = rows.filter(({ answer }) => answer !== 'left')
          return (
            <div className="change-parts">
              {left.length > 0 && (
                <ToDecidePart
                  {...{ id, left }}
                  count={counts.left ?? 0}
                  onSettled={() => heading.current?.focus()}
                />
              )}
              {Object.keys(counts).some((answer) => answer !== 'left') && (
                <Answers {...{ id, counts, decided }} />
              )}
            </div>
          )
        }}
      </PagedList>
    </StaffPage>
  )
}

function Days({ change: { from, to } }: { change: PlanChange }) {
  const language = useLanguage()
  if (from === null || to === null) return null
  const [first, last] = [showDate(language, from), showDate(language, to)]
  return <p className="settle-hint">{first === last ? first : `${first} – ${last}`}</p>
}

type ToDecideProps = {
  id: string
  left: readonly DisplacedAppointment[]
  /** As many as there are on all pages. */
  count: number
  onSettled: () => void
}

/** The appointments that are not decided yet, with what can be proposed now. */
function ToDecidePart({ id, left, count, onSettled }: ToDecideProps) {
  const t = useTexts(changesTexts)
  const all = left.map(({ now, ...one }) => ({
    ...{ _id: one._id, patientName: one.patientName, treatment: one.treatment },
    ...{ date: now.date, slot: now.slot, doctor: now.doctor, proposal: one },
  }))
  const [{ failures, stopped }, setLeftOver] = useState(leftOverIn(useLocation().state))
  const deciding = useDecisions(all)
  const { choices } = deciding
  const failed = left.filter(({ _id }) => failures[_id]).length
  const [progress, setProgress] = useState('')
  const tell = (done: number) => setProgress(t.progress(done, choices.length))
  const { pending, refusal, run } = useAction({
    async send() {
      const { failures, fault } = await settleAll(id, choices, tell)
      setLeftOver({ failures, stopped: null })
      if (fault !== undefined) throw fault
      return failures
    },
    touches: settleTouches,
    onDone(refused: Failures) {
      const overtaken = overtakenIn(refused)
      // What was settled by somebody else has left this list, and with it the line that would say so.
      if (overtaken > 0) toast.error(t.overtaken(overtaken))
      if (Object.keys(refused).length === overtaken) onSettled()
    },
  })
  const failure = refusal?.message ?? (pending ? null : stopped)
  return (
    <section className="change-part" aria-labelledby="change-left">
      <h3 id="change-left">{t.toDecide(count)}</h3>
      <SettleList all={all} isPart={count > left.length} deciding={deciding} failures={failures} />
      <SettleHint choices={choices} />
      <ErrorLine>{failure ?? (failed > 0 && t.notAllDone(failed))}</ErrorLine>
      <div className="absence-buttons">
        {choices.length > 0 && (
          <Button busy={pending} onClick={() => void run(undefined)}>
            {t.settle(choices.length)}
          </Button>
        )}
        <p role="status" className="settle-hint">
          {pending && progress}
        </p>
      </div>
    </section>
  )
}

type AnswersProps = Pick<PlanChange, 'counts'> & {
  id: string
  /** Those of the page. */
  decided: readonly DisplacedAppointment[]
}

function Answers({ id, counts, decided }: AnswersProps) {
  const t = useTexts(changesTexts)
  const columns: readonly Column<DisplacedAppointment>[] = [
    { heading: t.headings.patient, cell: (one) => <Patient one={one} /> },
    { heading: t.headings.appointment, cell: (one) => <Places one={one} /> },
    { heading: t.headings.answer, cell: (one) => <Answer one={one} /> },
    { heading: t.headings.action, cell: (one) => <Actions id={id} one={one} /> },
  ]
  return (
    <section className="change-part" aria-labelledby="change-answers">
      <h3 id="change-answers">{t.who}</h3>
      <ul className="answer-counts">
        {SettlementAnswer.options.map((answer) => {
          const count = answer === 'left' ? 0 : (counts[answer] ?? 0)
          return count > 0 && <li key={answer}>{t.counts(count, t.answers[answer])}</li>
        })}
      </ul>
      {counts.waiting && <p className="settle-hint">{t.stands}</p>}
      {decided.length > 0 && (
        <Table
          caption={t.who}
          hideCaption
          columns={columns}
          rows={decided}
          rowKey={({ _id }) => _id}
        />
      )}
    </section>
  )
}

function Patient({ one }: { one: DisplacedAppointment }) {
  const isOpen = one.answer === 'waiting'
  return (
    <span className="change-patient">
      <strong>{one.patientName}</strong>
      <span className="change-place">{one.treatment}</span>
      <Contact phone={one.phone} hasMail={one.hasMail || !isOpen} />
    </span>
  )
}

function Places({ one: { before, now, way, answer } }: { one: DisplacedAppointment }) {
  const language = useLanguage()
  const t = useTexts(changesTexts)
  const placeText = ({ date, slot, doctorName }: PlaceOfAppointment) =>
    [
      `${showDate(language, date)}, ${showSlot(language, slot)}`,
      ...(doctorName === null ? [] : [t.with(doctorName)]),
    ].join(', ')
  const isGone = answer === 'cancelled' || answer === 'cancelled_by_patient'
  const isAsked = way === 'ask' && answer === 'waiting'
  return (
    <span className="change-places">
      {!isGone && !isAsked && (
        <span>
          {t.now} {placeText(now)}
        </span>
      )}
      {isAsked && <span>{t.asked}</span>}
      <span className="change-place">
        {t.before} {placeText(before)}
      </span>
    </span>
  )
}

const marks: Record<SettlementAnswer, typeof Check> = {
  left: CircleDashed,
  fits: Check,
  over: CircleDashed,
  waiting: CircleDashed,
  accepted: Check,
  by_phone: Phone,
  chosen: Check,
  moved: Check,
  cancelled_by_patient: X,
  cancelled: X,
}

function Answer({ one: { answer, sentAt } }: { one: DisplacedAppointment }) {
  const language = useLanguage()
  const t = useTexts(changesTexts)
  const { data: calendar } = useRead(clinicCalendar)
  return (
    <span className="change-answer">
      <span className="answer-mark" data-answer={answer}>
        <Icon of={marks[answer]} size={18} />
        {t.answers[answer]}
      </span>
      {sentAt !== null && answer === 'waiting' && (
        <span className="change-place">
          {t.sentAt(showInstant(language, sentAt, calendar?.timeZone))}
        </span>
      )}
    </span>
  )
}

/** What staff can do about one: write again, note a call, open the appointment. */
function Actions({ id, one }: { id: string; one: DisplacedAppointment }) {
  const t = useTexts(changesTexts)
  const { _id: appointment, patientName, answer, hasMail } = one
  const params = { id, appointment }
  const again = useAction({
    send: () => call(planChangeEndpoints.writeAgain, { params }),
    touches: settleTouches,
    onDone: () => toast.success(t.sent(patientName)),
    onRefused: ({ message }) => toast.error(message),
  })
  const noting = useAction({
    send: (answered: boolean) =>
      call(planChangeEndpoints.noteAnswer, { params, body: { answered } }),
    touches: settleTouches,
    onRefused: ({ message }) => toast.error(message),
  })
  const row = { variant: 'quiet', className: 'row-button' } as const
  return (
    <span className="change-actions">
      {answer === 'waiting' && hasMail && (
        <Button
          {...row}
          busy={again.pending}
          aria-label={t.sendAgainTo(patientName)}
          onClick={() => void again.run(undefined)}
        >
          {t.sendAgain}
        </Button>
      )}
      {(answer === 'waiting' || answer === 'by_phone') && (
        <Button
          {...row}
          busy={noting.pending}
          aria-label={(answer === 'waiting' ? t.byPhoneOf : t.undoOf)(patientName)}
          onClick={() => void noting.run(answer === 'waiting')}
        >
          {answer === 'waiting' ? t.byPhone : t.undo}
        </Button>
      )}
      <ButtonLink
        {...row}
        to={paths.staffAppointment(appointment)}
        aria-label={t.openOf(patientName)}
      >
        {t.open}
      </ButtonLink>
    </span>
  )
}

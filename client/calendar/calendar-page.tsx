import { CalendarSync, Copy } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Booking, OwnBooking } from '../../contract/appointments/appointment.ts'
import {
  calendarEndpoints,
  clinicFeedEndpoints,
  type FeedState,
  type NewFeed,
} from '../../contract/calendar/endpoints.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { showDate, showSlot } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { useAction } from '../data/use-action.ts'
import { read, type Source, useRead } from '../data/use-read.ts'
import { AddToCalendar, canBeAdded } from '../domain/add-to-calendar.tsx'
import { DependentNote } from '../domain/appointment-card.tsx'
import { ChooseTime, ImpossibleNote } from '../domain/impossible-note.tsx'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { ClinicInstant, useClinicZone } from '../i18n/clinic-instant.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { useMay } from '../identity/own-role.ts'
import { useSession } from '../identity/session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Field } from '../ui/fields/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { ConfirmModal } from '../ui/modal/modal.tsx'
import { feedTexts } from './texts.ts'
import './calendar-page.css'

const ownCalls: FeedCalls = {
  read: read(calendarEndpoints.readOwnFeed, {}),
  make: () => call(calendarEndpoints.makeOwnFeed, {}),
  revoke: () => call(calendarEndpoints.revokeOwnFeed, {}),
}

const clinicCalls: FeedCalls = {
  read: read(clinicFeedEndpoints.readClinicFeed, {}),
  make: () => call(clinicFeedEndpoints.makeClinicFeed, {}),
  revoke: () => call(clinicFeedEndpoints.revokeClinicFeed, {}),
}

/** Private addresses by which one's own calendar follows the appointments. */
export function CalendarPage() {
  const t = useTexts(feedTexts)
  const email = useSession().user?.email ?? ''
  const hasClinicFeed = useMay()('feed')
  return (
    <div className="calendar-page">
      <h2>{t.heading}</h2>
      <p className="calendar-page-intro">{t.intro}</p>
      <UpcomingEntries key={`entries ${email}`} email={email} />
      <FeedSection key={email} title={t.own} whatItShows={t.ownShows} calls={ownCalls} />
      {hasClinicFeed && (
        <FeedSection
          key={`clinic ${email}`}
          title={t.clinic}
          whatItShows={t.clinicShows}
          calls={clinicCalls}
        />
      )}
    </div>
  )
}

/** One's appointments to come, each to be added by itself. */
function UpcomingEntries({ email }: { email: string }) {
  const t = useTexts(feedTexts)
  const { data, error, isLoading, reload } = useRead(
    read(endpoints.listAppointments, { query: { email } }),
  )
  return (
    <section className="feed" aria-labelledby="upcoming-entries">
      <h3 id="upcoming-entries">{t.oneAtATime}</h3>
      {data && <Entries appointments={data.filter(isToCome)} />}
      {!data && error === undefined && <Skeleton height="64px" />}
      {!data && error !== undefined && (
        <LoadFailure what={t.listWhat} error={error} onRetry={reload} busy={isLoading} />
      )}
    </section>
  )
}

/** What was treated or missed is over, also while its day may still be today somewhere. */
export function isToCome(appointment: Pick<Booking, 'date' | 'status'>): boolean {
  const { status } = appointment
  return status !== 'completed' && status !== 'no_show' && canBeAdded(appointment)
}

function Entries({ appointments }: { appointments: readonly OwnBooking[] }) {
  const { nothingToAdd } = useTexts(feedTexts)
  if (appointments.length === 0) return <p>{nothingToAdd}</p>
  return (
    <ul className="upcoming-entries">
      {appointments.map((appointment) => (
        <Entry key={appointment._id} appointment={appointment} />
      ))}
    </ul>
  )
}

function Entry({ appointment }: { appointment: OwnBooking }) {
  const language = useLanguage()
  const { treatment, patientName, slot, impossible } = appointment
  const date = showDate(language, appointment.date)
  return (
    <li>
      <span>
        {treatment}
        <span className="upcoming-entry-time">
          {date}, {showSlot(language, slot)}
        </span>
        <span className="upcoming-entry-dependent">
          {patientName} <DependentNote appointment={appointment} />
        </span>
      </span>
      <ImpossibleNote appointment={appointment} />
      {impossible ? (
        <ChooseTime appointment={appointment} of={[treatment, date, patientName].join(', ')} />
      ) : (
        <AddToCalendar appointment={appointment} of={patientName} />
      )}
    </li>
  )
}

type FeedSectionProps = {
  title: string
  /** What anyone who has the link sees. */
  whatItShows: string
  calls: FeedCalls
}

function FeedSection({ title, whatItShows, calls }: FeedSectionProps) {
  const t = useTexts(feedTexts)
  const id = useId()
  return (
    <section className="feed" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p>{t.anyoneSees(whatItShows)}</p>
      <Feed calls={calls} />
    </section>
  )
}

function Feed({ calls }: { calls: FeedCalls }) {
  const t = useTexts(feedTexts)
  const { state, made, madeAt, ...feed } = useFeed(calls)
  const makeButton = useRef<HTMLButtonElement>(null)
  // What opened the question goes with the address.
  useFocusOnceClosed(feed.question !== undefined, makeButton)

  if (madeAt === undefined) {
    const { error, reload, isLoading } = state
    if (error === undefined) return <FeedSkeleton />
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  if (madeAt === null) {
    return (
      <>
        <Button
          ref={makeButton}
          className="feed-make"
          busy={feed.busy}
          onClick={() => feed.run('make')}
        >
          {t.make}
        </Button>
        <ErrorLine>{feed.problem}</ErrorLine>
      </>
    )
  }
  return (
    <>
      {made && <NewAddress key={made.address} address={made.address} />}
      <FeedActions {...feed} madeAt={madeAt} isShown={made !== undefined} />
    </>
  )
}

function FeedSkeleton() {
  const { loading } = useTexts(sharedTexts)
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {loading}
      </p>
      <Skeleton width="180px" height="48px" />
    </div>
  )
}

type FeedActionsProps = {
  madeAt: string
  /** The address stands above. */
  isShown: boolean
  busy: boolean
  problem: string | undefined
  /** The one that is asked now. */
  question: FeedQuestion | undefined
  onAsk(question: FeedQuestion | undefined): void
  run(act: FeedQuestion): void
}

/** There is an address: since when, and how to end it or have another. */
function FeedActions({ madeAt, isShown, question, onAsk, ...props }: FeedActionsProps) {
  const t = useTexts(feedTexts)
  const zone = useClinicZone()
  const { busy, problem, run } = props
  return (
    <>
      <p className="feed-since">
        {t.madeOn} <ClinicInstant at={madeAt} zone={zone} />. {!isShown && t.noCopy}
      </p>
      <div className="feed-buttons">
        <Button variant="quiet" onClick={() => onAsk('make')}>
          {t.makeNew}
        </Button>
        <Button variant="danger" onClick={() => onAsk('revoke')}>
          {t.end}
        </Button>
      </div>
      <Question {...{ question, busy, problem, run }} onClose={() => onAsk(undefined)} />
    </>
  )
}

type QuestionProps = Pick<FeedActionsProps, 'question' | 'busy' | 'problem' | 'run'> & {
  onClose(): void
}

function Question({ question, busy, problem, run, onClose }: QuestionProps) {
  const t = useTexts(feedTexts)
  const questions = {
    make: { title: t.makeNewQuestion, confirmLabel: t.makeNew, text: t.makeNewHint },
    revoke: { title: t.endQuestion, confirmLabel: t.end, text: t.endHint },
  }
  const { title, confirmLabel, text } = questions[question ?? 'make']
  return (
    <ConfirmModal
      {...{ title, confirmLabel, busy, onClose }}
      isOpen={question !== undefined}
      error={problem}
      onConfirm={() => question && run(question)}
    >
      <p>{text}</p>
    </ConfirmModal>
  )
}

/** The address that was just made, shown this once. */
function NewAddress({ address }: { address: string }) {
  const t = useTexts(feedTexts)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      toast.success(t.copied)
    } catch {
      // Not allowed here: then it is selected, ready for the reader's own copying.
      field.current?.select()
      toast.error(t.copyYourself)
    }
  }

  return (
    <div className="new-address">
      <Field
        ref={field}
        label={t.yourAddress}
        hint={t.shownOnce}
        value={address}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <div className="feed-buttons">
        <a className="button button-primary" href={address.replace(/^https?:/, 'webcal:')}>
          <Icon of={CalendarSync} />
          {t.subscribe}
        </a>
        <Button variant="quiet" onClick={copy}>
          <Icon of={Copy} />
          {t.copy}
        </Button>
      </div>
    </div>
  )
}

/** How one kind of feed is read, made and ended. */
type FeedCalls = {
  read: Source<FeedState>
  make(): Promise<NewFeed>
  revoke(): Promise<unknown>
}

/** What is asked before it is done. */
type FeedQuestion = 'make' | 'revoke'

/** A feed as its owner sees it, and what can be done with it. `madeAt` is undefined until it is known. */
function useFeed(calls: FeedCalls) {
  const { ended } = useTexts(feedTexts)
  const state = useRead(calls.read)
  /** What was done here since it was read; `null` when it was ended. */
  const [made, setMade] = useState<NewFeed | null>()
  const [question, setQuestion] = useState<FeedQuestion>()
  const { pending, refusal, run, forget } = useAction({
    send: async (act: FeedQuestion) => (act === 'make' ? await calls.make() : await end(calls)),
    touches: calls.read.reads,
    onDone(next, act) {
      setMade(next)
      setQuestion(undefined)
      if (act === 'revoke') toast.success(ended)
    },
  })

  const known: FeedState | undefined = made === null ? { madeAt: null } : (made ?? state.data)
  return {
    state,
    made,
    madeAt: known?.madeAt,
    question,
    busy: pending,
    problem: refusal?.message,
    onAsk(next: FeedQuestion | undefined) {
      forget()
      setQuestion(next)
    },
    run: (act: FeedQuestion) => void run(act),
  }
}

async function end({ revoke }: FeedCalls): Promise<null> {
  await revoke()
  return null
}

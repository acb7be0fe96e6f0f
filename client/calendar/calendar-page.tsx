import { CalendarSync, Copy } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Booking } from '../../contract/appointments/appointment.ts'
import {
  calendarEndpoints,
  clinicFeedEndpoints,
  type FeedState,
  type NewFeed,
} from '../../contract/calendar/endpoints.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { defineTexts } from '../../contract/language.ts'
import { showDate, showSlot } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { useAction } from '../data/use-action.ts'
import { read, type Source, useRead } from '../data/use-read.ts'
import { AddToCalendar, canBeAdded } from '../domain/add-to-calendar.tsx'
import { DependentNote } from '../domain/appointment-card.tsx'
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

function Entries({ appointments }: { appointments: readonly Booking[] }) {
  const language = useLanguage()
  if (appointments.length === 0) return <p>{feedTexts[language].nothingToAdd}</p>
  return (
    <ul className="upcoming-entries">
      {appointments.map((appointment) => (
        <li key={appointment._id}>
          <span>
            {appointment.treatment}
            <span className="upcoming-entry-time">
              {showDate(language, appointment.date)}, {showSlot(language, appointment.slot)}
            </span>
            <span className="upcoming-entry-dependent">
              {appointment.patientName} <DependentNote appointment={appointment} />
            </span>
          </span>
          <AddToCalendar appointment={appointment} of={appointment.patientName} />
        </li>
      ))}
    </ul>
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

const feedTexts = defineTexts({
  en: {
    heading: 'In your own calendar',
    intro:
      'Add one appointment, or subscribe once: then your calendar on the phone or the computer follows by itself, with everything that is new, rescheduled or cancelled. Most calendars look about once an hour.',
    own: 'Subscribe to your appointments',
    ownShows: 'all your appointments',
    clinic: 'Subscribe to the clinic’s appointments',
    clinicShows: 'every appointment of the clinic, with names and phone numbers',
    anyoneSees: (what: string) =>
      `Anyone who has the link sees ${what}, without signing in. Do not share it; you can delete it here at any time.`,
    what: 'Your calendar link',
    make: 'Create a link',
    /** Before the instant. */
    madeOn: 'You created a link on',
    noCopy: 'We keep no copy of it: if you have lost it, create a new one.',
    makeNew: 'Create a new link',
    makeNewQuestion: 'Create a new link?',
    makeNewHint: 'The link you have now stops working. Calendars that use it need the new one.',
    end: 'Delete the link',
    endQuestion: 'Delete this link?',
    endHint:
      'Calendars that use it lose these appointments. The appointments themselves stay as they are.',
    ended: 'The link no longer works',
    yourAddress: 'Your private link',
    shownOnce: 'We show it only now. In Google Calendar: Other calendars, then From URL.',
    subscribe: 'Subscribe',
    copy: 'Copy',
    copied: 'Link copied',
    copyYourself: 'Please copy the selected link yourself',
    oneAtATime: 'Add one appointment',
    listWhat: 'Your list',
    nothingToAdd: 'You have no appointments to add.',
  },
  es: {
    heading: 'En su propio calendario',
    intro:
      'Añada una cita o suscríbase una sola vez: el calendario de su teléfono o computadora sigue por sí solo lo que se reserva, se reprograma o se cancela. La mayoría de los calendarios se actualizan más o menos cada hora.',
    own: 'Suscribirse a sus citas',
    ownShows: 'todas sus citas',
    clinic: 'Suscribirse a las citas de la clínica',
    clinicShows: 'todas las citas de la clínica, con nombres y teléfonos',
    anyoneSees: (what) =>
      `Quien tenga el enlace ve ${what} sin iniciar sesión. No lo comparta; puede eliminarlo aquí cuando quiera.`,
    what: 'el enlace de su calendario',
    make: 'Crear un enlace',
    madeOn: 'Creó un enlace el',
    noCopy: 'No guardamos copia: si lo perdió, cree otro.',
    makeNew: 'Crear otro enlace',
    makeNewQuestion: '¿Crear otro enlace?',
    makeNewHint:
      'El enlace que tiene ahora deja de funcionar. Los calendarios que lo usan necesitan el nuevo.',
    end: 'Eliminar el enlace',
    endQuestion: '¿Eliminar este enlace?',
    endHint: 'Los calendarios que lo usan pierden estas citas. Las citas mismas no cambian.',
    ended: 'El enlace ya no funciona',
    yourAddress: 'Su enlace privado',
    shownOnce: 'Solo lo mostramos ahora. En Google Calendar: Otros calendarios y luego Desde URL.',
    subscribe: 'Suscribirse',
    copy: 'Copiar',
    copied: 'Enlace copiado',
    copyYourself: 'Copie usted el enlace seleccionado, por favor',
    oneAtATime: 'Añadir una cita',
    listWhat: 'su lista',
    nothingToAdd: 'No tiene citas que añadir.',
  },
})

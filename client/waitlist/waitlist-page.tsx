import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { type WaitlistRequest, waitlistEndpoints } from '../../contract/waitlist/waitlist.ts'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { useAction } from '../data/use-action.ts'
import { DoctorNote } from '../domain/appointment-card.tsx'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import picture from '../ui/art/nothing-free.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { ButtonLink } from '../ui/link.tsx'
import { ConfirmModal } from '../ui/modal/modal.tsx'
import { Offers } from './offers.tsx'
import { readTopic } from './request-draft.ts'
import { RequestSection } from './request-form.tsx'
import { aboutText, daysText, stateText, timesText, useRequests } from './requests.ts'
import { waitlistTexts } from './texts.ts'
import './waitlist.css'

/** The patient's waitlist: open offers and requests, or the form of a request where the address says so. */
export function WaitlistPage() {
  const t = useTexts(waitlistTexts)
  const [query] = useSearchParams()
  const topic = readTopic(query)
  const heading = useFocusOnChange(query.toString())
  return (
    <div className="waiting-page">
      <h2 ref={heading} tabIndex={-1}>
        {t.title}
      </h2>
      <p className="waiting-intro">{t.intro}</p>
      {topic ? <RequestSection key={query.toString()} topic={topic} /> : <OwnRequests />}
    </div>
  )
}

/** The list and the form are one page: between them the focus goes to the heading. */
function useFocusOnChange(address: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(address)
  useEffect(() => {
    if (before.current !== address) heading.current?.focus()
    before.current = address
  }, [address])
  return heading
}

function OwnRequests() {
  const t = useTexts(waitlistTexts)
  const { data, error, isLoading, reload } = useRequests()
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  return data ? <Requests requests={data} /> : <RequestsSkeleton />
}

function Requests({ requests }: { requests: readonly WaitlistRequest[] }) {
  const t = useTexts(waitlistTexts)
  const place = useRef<HTMLDivElement>(null)
  const isWaiting = requests.some(({ state }) => state === 'waiting')
  const ask = (
    <div ref={place} tabIndex={-1}>
      <ButtonLink variant={isWaiting ? 'quiet' : 'primary'} to={paths.requestSlot({})}>
        {t.ask}
      </ButtonLink>
    </div>
  )
  return (
    <>
      <Offers requests={requests} />
      {requests.length > 0 ? (
        ask
      ) : (
        <EmptyState picture={picture} title={t.emptyTitle} action={ask}>
          <p>{t.emptyText}</p>
        </EmptyState>
      )}
      <RequestList requests={requests} focusAfterwards={place} />
    </>
  )
}

function RequestsSkeleton() {
  const { loading } = useTexts(sharedTexts)
  return (
    <div className="waiting-page" aria-busy="true">
      <p className="visually-hidden" role="status">
        {loading}
      </p>
      <Skeleton width="180px" height="48px" />
      <Skeleton height="220px" />
    </div>
  )
}

type RequestListProps = {
  requests: readonly WaitlistRequest[]
  focusAfterwards: RefObject<HTMLElement | null>
}

/** The active requests, then those that have ended. */
function RequestList({ requests, focusAfterwards }: RequestListProps) {
  const t = useTexts(waitlistTexts)
  const [leaving, setLeaving] = useState<WaitlistRequest>()
  const active = requests.filter(({ state }) => state === 'waiting')
  const over = requests.filter(({ state }) => state !== 'waiting')
  return (
    <>
      {active.length > 0 && (
        <section className="requests" aria-labelledby="requests-waiting">
          <h3 id="requests-waiting">{t.waiting}</h3>
          <ul className="wait-list">
            {active.map((request) => (
              <RequestItem key={request._id} request={request} onLeave={() => setLeaving(request)}>
                {request.doctorAway !== null && <Anyone request={request} />}
                {request.paused === 'unanswered' && <Resume request={request} />}
              </RequestItem>
            ))}
          </ul>
        </section>
      )}
      {over.length > 0 && (
        <section className="requests" aria-labelledby="requests-over">
          <h3 id="requests-over">{t.past}</h3>
          <ul className="wait-list">
            {over.map((request) => (
              <RequestItem key={request._id} request={request} />
            ))}
          </ul>
        </section>
      )}
      <LeaveModal
        request={leaving}
        onClose={() => setLeaving(undefined)}
        focusAfterwards={focusAfterwards}
      />
    </>
  )
}

/** The dentist who is waited for cannot take it: one press lets anyone who is free. */
function Anyone({ request }: { request: WaitlistRequest }) {
  const t = useTexts(waitlistTexts)
  const { _id: id, from, until, weekdays, fromMinute, untilMinute, phone, treatment } = request
  const suits = { from, until, weekdays, fromMinute, untilMinute, phone, doctor: null }
  const open = useAction({
    send: () => call(waitlistEndpoints.changeRequest, { params: { id }, body: suits }),
    touches: [waitlistEndpoints.listRequests],
    onDone: () => toast.success(t.opened),
    onRefused: ({ message }) => toast.error(message),
  })
  return (
    <Button
      busy={open.pending}
      aria-label={t.anyoneOf(treatment)}
      onClick={() => void open.run(undefined)}
    >
      {t.anyone}
    </Button>
  )
}

/** Offers go on for a request that was paused after unanswered ones. */
function Resume({ request }: { request: WaitlistRequest }) {
  const t = useTexts(waitlistTexts)
  const resume = useAction({
    send: () => call(waitlistEndpoints.resumeRequest, { params: { id: request._id } }),
    touches: [waitlistEndpoints.listRequests],
    onDone: () => toast.success(t.resumed),
    onRefused: ({ message }) => toast.error(message),
  })
  return (
    <Button
      busy={resume.pending}
      aria-label={t.resumeOf(request.treatment)}
      onClick={() => void resume.run(undefined)}
    >
      {t.resume}
    </Button>
  )
}

type RequestItemProps = { request: WaitlistRequest; onLeave?: () => void; children?: ReactNode }

function RequestItem({ request, onLeave, children }: RequestItemProps) {
  const { treatment, patientName } = request
  const language = useLanguage()
  const t = useTexts(waitlistTexts)
  const about = aboutText(language, request)
  return (
    <li className="wait">
      <div className="wait-facts">
        <p className="wait-treatment">{treatment}</p>
        <p>{t.forWhom(patientName)}</p>
        {about && <p>{about}</p>}
        <p>{daysText(language, request)}</p>
        <p>
          {timesText(language, request)} <DoctorNote appointment={request} />
        </p>
        <p className={request.doctorAway === null ? 'wait-place' : 'wait-place wait-stranded'}>
          {stateText(language, request)}
        </p>
      </div>
      {onLeave && (
        <div className="wait-actions">
          {children}
          <ButtonLink
            variant="quiet"
            to={paths.changeRequest(request._id)}
            aria-label={t.changeOf(treatment)}
          >
            {t.change}
          </ButtonLink>
          <Button variant="quiet" aria-label={t.leaveOf(treatment)} onClick={onLeave}>
            {t.leave}
          </Button>
        </div>
      )}
    </li>
  )
}

type LeaveModalProps = {
  /** Absent while the dialog is closed. */
  request: WaitlistRequest | undefined
  onClose: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

function LeaveModal({ request, onClose, focusAfterwards }: LeaveModalProps) {
  const t = useTexts(waitlistTexts)
  const { subject, ...asked } = useConfirmation(request, {
    touches: [waitlistEndpoints.listRequests],
    act: ({ _id }) => call(waitlistEndpoints.withdrawRequest, { params: { id: _id } }),
    onDone: () => {
      toast.success(t.left)
      onClose()
    },
    onClose,
    focusAfterwards,
  })
  return (
    <ConfirmModal {...asked} title={t.leaveQuestion} confirmLabel={t.leave} keepLabel={t.stay}>
      <p>{t.leaveText(subject?.treatment ?? '')}</p>
      {subject?.offer && <p>{t.leaveHeld}</p>}
    </ConfirmModal>
  )
}

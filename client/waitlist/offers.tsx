import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { parseDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDollars, showLongDay, showSlot } from '../../contract/show.ts'
import {
  type Offer,
  type WaitlistRequest,
  waitlistEndpoints,
} from '../../contract/waitlist/waitlist.ts'
import { call } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { DoctorNote } from '../domain/appointment-card.tsx'
import { ClinicInstant, useClinicZone } from '../i18n/clinic-instant.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { offerTexts } from './texts.ts'
import './offers.css'

type OffersProps = {
  requests: readonly WaitlistRequest[]
}

/** The open offers; the one answered last stays, with its outcome. */
export function Offers({ requests }: OffersProps) {
  const { noticeLabel } = useTexts(offerTexts)
  const [ended, setEnded] = useState<Offer>()
  const open = requests
    .flatMap(({ offer }) => (offer ? [offer] : []))
    .filter(({ token }) => token !== ended?.token)
  if (open.length === 0 && !ended) return null
  return (
    <section className="held-offers" aria-label={noticeLabel}>
      {ended && <OfferEnd key={`${ended.token} ${ended.state}`} offer={ended} isNew />}
      {open.map((offer) => (
        <OfferCard
          key={offer.token}
          offer={offer}
          onAnswered={(now) => {
            if (now.state !== 'open') setEnded(now)
          }}
        />
      ))}
    </section>
  )
}

type OfferCardProps = {
  offer: Offer
  /** The offer as it is then, whether it was answered here or is over. */
  onAnswered: (offer: Offer) => void
  declineButton?: RefObject<HTMLButtonElement | null>
}

/** A held slot: what it is, what it replaces, until when it is held, and the two answers. */
export function OfferCard({ offer, onAnswered, declineButton }: OfferCardProps) {
  const t = useTexts(offerTexts)
  const heading = useId()
  const when = useId()
  const hint = useId()
  const { busy, problem, answer } = useAnswer(offer, onAnswered)
  return (
    <section className="offer" aria-labelledby={heading}>
      <h2 id={heading}>{offer.instead ? t.earlier : t.free}</h2>
      <OfferFacts offer={offer} whenId={when} />
      <div className="offer-answers">
        <Button busy={busy === 'accept'} aria-describedby={when} onClick={() => answer('accept')}>
          {t.accept}
        </Button>
        <Button
          ref={declineButton}
          variant="quiet"
          busy={busy === 'decline'}
          aria-describedby={`${when} ${hint}`}
          onClick={() => answer('decline')}
        >
          {t.decline}
        </Button>
      </div>
      <ErrorLine>{problem}</ErrorLine>
      <p className="offer-hint" id={hint}>
        {t.declineHint}
      </p>
    </section>
  )
}

function OfferFacts({ offer, whenId }: { offer: Offer; whenId: string }) {
  const { treatment, patientName, date, slot, instead, price, expiresAt } = offer
  const language = useLanguage()
  const t = useTexts(offerTexts)
  const zone = useClinicZone()
  return (
    <div className="offer-facts">
      <p className="offer-when" id={whenId}>
        {timeText(language, { date, slot })}
      </p>
      <p>
        {treatment} <DoctorNote appointment={offer} />
      </p>
      <p>{t.forWhom(patientName)}</p>
      {instead && <p>{t.instead(timeText(language, instead))}</p>}
      <p>{price === null ? t.priceStays : t.price(showDollars(language, price))}</p>
      <p className="offer-until">
        {t.heldUntil} <ClinicInstant at={expiresAt} zone={zone} />
      </p>
    </div>
  )
}

/** `Monday, Jun 8, 2026, 8:00 AM - 8:30 AM` */
function timeText(language: Language, { date, slot }: Pick<Offer, 'date' | 'slot'>): string {
  const day = parseDay(date)
  return `${day === null ? date : showLongDay(language, day)}, ${showSlot(language, slot)}`
}

/** The outcome of an offer. `isNew`: just now, so its heading takes the focus. */
export function OfferEnd({ offer, isNew }: { offer: Offer; isNew: boolean }) {
  const language = useLanguage()
  const t = useTexts(offerTexts)
  const { pathname } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  const { state, date, slot, treatment } = offer
  const title = {
    open: '',
    accepted: t.acceptedTitle,
    declined: t.declinedTitle,
    expired: t.expiredTitle,
    withdrawn: t.expiredTitle,
  }[state]
  const text = {
    open: '',
    accepted: offer.price === null ? t.moved : t.booked,
    declined: t.declined,
    expired: t.expired,
    withdrawn: t.withdrawn,
  }[state]
  return (
    <section className="offer">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className={state === 'accepted' ? 'offer-when' : undefined}>
        {treatment}, {timeText(language, { date, slot })}
      </p>
      <p>{text}</p>
      <div className="offer-answers">
        {pathname !== paths.dashboard && (
          <ButtonLink to={paths.dashboard}>{t.toAppointments}</ButtonLink>
        )}
        {state !== 'accepted' && pathname !== paths.waitlist && (
          <ButtonLink variant="quiet" to={paths.waitlist}>
            {t.toLine}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

type Answer = 'accept' | 'decline'

const states = { accept: 'accepted', decline: 'declined' } as const

/** Answers an offer, once, and says why that was not possible. */
function useAnswer({ token, price }: Offer, onAnswered: (offer: Offer) => void) {
  const t = useTexts(offerTexts)
  const [wanted, setWanted] = useState<Answer>()
  const { pending, refusal, run } = useAction({
    async send(answer: Answer) {
      try {
        return answer === 'accept'
          ? await call(waitlistEndpoints.acceptOffer, { body: { token, price } })
          : await call(waitlistEndpoints.declineOffer, { body: { token } })
      } catch (fault) {
        // It may have been answered although no answer came back, or it is over.
        const now = await call(waitlistEndpoints.readOffer, { body: { token } }).catch(() => null)
        if (now?.state === states[answer]) return now
        if (now) onAnswered(now)
        throw fault
      }
    },
    touches: [
      waitlistEndpoints.listRequests,
      waitlistEndpoints.readOffer,
      endpoints.listAppointments,
    ],
    onDone: (offer) => onAnswered(offer),
  })

  return {
    /** The answer that is being sent. */
    busy: pending ? wanted : undefined,
    problem:
      refusal && (refusal.kind === 'unclear' ? `${refusal.message} ${t.unclear}` : refusal.message),
    answer(next: Answer) {
      if (!pending) setWanted(next)
      void run(next)
    },
  }
}

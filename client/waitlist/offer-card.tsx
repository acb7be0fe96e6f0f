import { type RefObject, useId } from 'react'
import { showDate, showDollars, showSlot } from '../../contract/show.ts'
import type { Offer } from '../../contract/waitlist/waitlist.ts'
import { ClinicInstant, useClinicZone } from '../i18n/clinic-instant.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import './offer-card.css'
import { offerTexts } from './offer-texts.ts'
import { useAnswer } from './use-answer.ts'

type OfferCardProps = {
  offer: Offer
  /** The offer as it is then, whether it was answered here or is over. */
  onAnswered: (offer: Offer) => void
  declineButton?: RefObject<HTMLButtonElement | null>
}

/** A time that is held: what, when, instead of what, until when, and the two answers. */
export function OfferCard({ offer, onAnswered, declineButton }: OfferCardProps) {
  const t = useTexts(offerTexts)
  const heading = useId()
  const hint = useId()
  const { busy, problem, answer } = useAnswer(offer, onAnswered)
  return (
    <section className="offer" aria-labelledby={heading}>
      <h2 id={heading}>{offer.instead ? t.earlier : t.free}</h2>
      <OfferFacts offer={offer} />
      <div className="offer-answers">
        <Button busy={busy === 'accept'} onClick={() => void answer('accept')}>
          {t.accept}
        </Button>
        <Button
          ref={declineButton}
          variant="quiet"
          busy={busy === 'decline'}
          aria-describedby={hint}
          onClick={() => void answer('decline')}
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

function OfferFacts({ offer }: { offer: Offer }) {
  const { treatment, patientName, date, slot, instead, price, expiresAt } = offer
  const language = useLanguage()
  const t = useTexts(offerTexts)
  const zone = useClinicZone()
  const when = (at: { date: string; slot: string }) =>
    `${showDate(language, at.date)}, ${showSlot(language, at.slot)}`
  return (
    <div className="offer-facts">
      <p className="offer-when">{when({ date, slot })}</p>
      <p>{treatment}</p>
      <p>{t.forWhom(patientName)}</p>
      {instead && <p>{t.instead(when(instead))}</p>}
      <p>{price === null ? t.priceStays : t.price(showDollars(language, price))}</p>
      <p className="offer-until">
        {t.heldUntil} <ClinicInstant at={expiresAt} zone={zone} />
      </p>
    </div>
  )
}

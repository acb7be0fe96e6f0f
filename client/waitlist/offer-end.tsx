import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { showDate, showSlot } from '../../contract/show.ts'
import type { Offer } from '../../contract/waitlist/waitlist.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import './offer-card.css'
import { offerTexts } from './offer-texts.ts'

/** What became of an offer. `isNew`: just now, so the focus goes where the news is. */
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
  }[state]
  const text = {
    open: '',
    accepted: offer.price === null ? t.moved : t.booked,
    declined: t.declined,
    expired: t.expired,
  }[state]
  return (
    <section className="offer">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className={state === 'accepted' ? 'offer-when' : undefined}>
        {treatment}, {showDate(language, date)}, {showSlot(language, slot)}
      </p>
      <p>{text}</p>
      <div className="offer-answers">
        {pathname !== paths.dashboard && (
          <ButtonLink to={paths.dashboard}>{t.toAppointments}</ButtonLink>
        )}
        {state !== 'accepted' && pathname !== paths.waiting && (
          <ButtonLink variant="quiet" to={paths.waiting}>
            {t.toLine}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

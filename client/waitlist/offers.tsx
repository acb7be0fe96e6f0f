import { useState } from 'react'
import type { Offer, Wait } from '../../contract/waitlist/waitlist.ts'
import { useTexts } from '../i18n/language.tsx'
import { OfferCard } from './offer-card.tsx'
import { OfferEnd } from './offer-end.tsx'
import { offerTexts } from './offer-texts.ts'

type OffersProps = {
  waits: readonly Wait[]
  /** Something was answered, or turned out to be over. */
  onAnswered: () => void
}

/** What is held now; the last one answered stays with what became of it. */
export function Offers({ waits, onAnswered }: OffersProps) {
  const { noticeLabel } = useTexts(offerTexts)
  const [ended, setEnded] = useState<Offer>()
  const open = waits
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
            onAnswered()
          }}
        />
      ))}
    </section>
  )
}

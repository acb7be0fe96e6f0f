import { type ComponentType, useEffect, useRef, useState } from 'react'
import { defineTexts, properName } from '../../../contract/language.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'
import devon from '../art/devon.svg'
import hannah from '../art/hannah.svg'
import marta from '../art/marta.svg'
import quote from '../art/quote.svg'
import { homeTexts } from './texts-home.ts'
import './testimonials.css'

const testimonials = [
  {
    _id: 1,
    img: marta,
    name: properName('Marta Oliveira'),
    location: properName('Park Slope'),
    text: defineTexts({
      en: 'I had not sat in a dentist’s chair for six years. They told me every step before they took it, and I noticed halfway that I was breathing normally.',
      es: 'Llevaba seis años sin sentarme en el sillón de un dentista. Me explicaron cada paso antes de darlo, y a la mitad noté que respiraba con normalidad.',
    }),
  },
  {
    _id: 2,
    img: devon,
    name: properName('Devon Clarke'),
    location: properName('Bedford-Stuyvesant'),
    text: defineTexts({
      en: 'Booked at midnight for the next morning. The price on the screen was the price I paid, and I was back at work half an hour later.',
      es: 'Reservé a medianoche para la mañana siguiente. Pagué el precio que vi en la pantalla y media hora después estaba de vuelta en el trabajo.',
    }),
  },
  {
    _id: 3,
    img: hannah,
    name: properName('Hannah Roth'),
    location: properName('Bay Ridge'),
    text: defineTexts({
      en: 'They remember my name, and that I like the window open. My old filling is new again and I have stopped chewing on one side.',
      es: 'Recuerdan mi nombre y que me gusta la ventana abierta. Mi viejo empaste está como nuevo y ya no mastico de un solo lado.',
    }),
  },
] as const

export function Testimonials() {
  const language = useLanguage()
  const t = useTexts(homeTexts)
  return (
    <section className="inner testimonials" aria-labelledby="testimonials">
      <div className="testimonials-head">
        <SectionHeading id="testimonials" over={t.testimonial}>
          {t.testimonialsTitle}
        </SectionHeading>
        <img src={quote} alt="" width={160} height={120} loading="lazy" />
      </div>
      <ul className="testimonials-grid">
        {testimonials.map(({ _id, img, name, location, text }) => (
          <li key={_id}>
            <figure className="testimonial">
              <blockquote>{text[language]}</blockquote>
              <figcaption>
                <img src={img} alt="" width={72} height={72} loading="lazy" />
                <span>
                  <strong>{name}</strong>
                  {location}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <LatestReviews />
    </section>
  )
}

/** About one screen: loading starts before the element is visible. */
const ahead = '1000px'

/** The newest reviews, below the testimonials; their script loads shortly before they are visible. */
function LatestReviews() {
  const place = useRef<HTMLDivElement>(null)
  const [List, setList] = useState<ComponentType>()
  useEffect(() => {
    if (!place.current) return
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        watch.disconnect()
        import('../latest-list.tsx').then(
          ({ LatestList }) => setList(() => LatestList),
          // The testimonials are complete without them.
          () => {},
        )
      },
      { rootMargin: ahead },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  return <div ref={place}>{List && <List />}</div>
}

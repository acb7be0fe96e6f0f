import type { Day } from '../../contract/date.ts'
import { defineTexts, type Language, locales } from '../../contract/language.ts'
import { showDay, showDollars, showLongDay, showSlot } from '../../contract/show.ts'
import { lineWithDoctor } from '../doctors/doctor.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import type { Mail, Sender } from '../notifications/notification.ts'
import { showTreatment } from '../notifications/show-treatment.ts'

type OfferLetter = {
  treatment: string
  day: Day
  slot: string
  /** Who it would be; `null` where nobody is named. */
  doctorName: string | null
  /** The time of the appointment that would move; `null` where accepting books. */
  ownDay: Day | null
  ownSlot: string | null
  /** Of the treatment; an appointment that moves keeps its own. */
  priceCents: number
  expiresAt: Date
  timeZone: string
  /** The page on which it is answered. */
  url: string
  declineUrl: string
}

const mailTexts = defineTexts({
  en: {
    subject: (clinic: string, day: string) => `An earlier time at ${clinic}: ${day}`,
    intro: 'A time that you are waiting for is free.',
    instead: (when: string) => `It would take the place of your appointment on ${when}.`,
    book: (price: string) => `Price: ${price}. It is booked once you take it.`,
    priceStays: 'Price and payment stay as they are.',
    held: (until: string) =>
      `We hold it for you until ${until}. After that we offer it to the next on the waitlist.`,
    answer: 'Take this time',
    decline: 'Not this time',
    keep: 'If it does not suit you, please tell us, and somebody else can have it. Then, or if you do nothing, everything stays as it is, and you stay on the waitlist.',
  },
  es: {
    subject: (clinic, day) => `Un horario más temprano en ${clinic}: ${day}`,
    intro: 'Quedó libre un horario de los que usted espera.',
    instead: (when) => `Reemplazaría su cita: ${when}.`,
    book: (price) => `Precio: ${price}. Queda reservado cuando lo acepte.`,
    priceStays: 'El precio y el pago no cambian.',
    held: (until) =>
      `Se lo guardamos hasta el ${until}. Después se lo ofrecemos a la siguiente persona de la lista.`,
    answer: 'Aceptar este horario',
    decline: 'Esta vez no',
    keep: 'Si no le conviene, avísenos, y otra persona podrá aprovecharlo. En ese caso, o si no hace nada, todo queda como está y usted sigue en la lista de espera.',
  },
})

/** Offers a slot that is held: what, when, instead of what, and until when. */
export function writeOfferMail(sender: Sender, offer: OfferLetter): Omit<Mail, 'recipient'> {
  const { clinicName, language } = sender
  const t = mailTexts[language]
  const when = (on: Day, at: string) => `${showLongDay(language, on)}, ${showSlot(language, at)}`
  const { treatment, day, slot, ownDay, ownSlot, url, declineUrl } = offer
  const subject = t.subject(clinicName, showDay(language, day))
  const moves = ownDay !== null && ownSlot !== null
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      t.intro,
      `${showTreatment(sender, treatment)}\n${when(day, slot)}${lineWithDoctor(language, offer)}`,
      moves
        ? `${t.instead(when(ownDay, ownSlot))} ${t.priceStays}`
        : t.book(showDollars(language, offer.priceCents / 100)),
      t.held(showInstant(language, offer.expiresAt, offer.timeZone)),
    ],
    action: { label: t.answer, url },
    more: [{ label: t.decline, url: declineUrl }],
    closing: t.keep,
  })
  return { kind: 'earlier-slot-offer', subject, ...parts }
}

/** By the clinic's clock, with its zone: `Nov 21, 2026, 9:30 AM EST`. */
function showInstant(language: Language, instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locales[language], {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(instant)
}

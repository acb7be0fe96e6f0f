import { defineTexts, type Language } from '../../contract/language.ts'
import { showDate, showSlot } from '../../contract/show.ts'
import { translate } from '../../contract/translate.ts'

const date = /\b[A-Z][a-z]{2} \d{1,2}, \d{4}\b/g
const slot = /\b\d{1,2}:\d{2} [AP]M - \d{1,2}:\d{2} [AP]M\b/g
/** What was paid at the desk, `$99.00, cash`: nothing stands behind it. */
const paidBy = /(?<=^\$[\d.]+, )(cash|card|other)$/

/** Why money went back, `$99.00, pi_3Nx. It was already paid.`: the portal's own words or staff's. */
const reason = /(?<=^\$[\d.]+, \S+\. ).+$/s

const detailTexts = defineTexts({
  en: { cash: 'cash', card: 'card', other: 'other' },
  es: { cash: 'en efectivo', card: 'con tarjeta', other: 'de otra forma' },
})

/**
 * The detail of a line of an appointment's history, which the server composes in English, with its
 * days and times as the reader writes them. What people wrote in it stays as it is.
 */
export function showDetail(language: Language, detail: string): string {
  const t: Record<string, string> = detailTexts[language]
  return translate(language, detail)
    .replace(date, (day) => showDate(language, day))
    .replace(slot, (time) => showSlot(language, time))
    .replace(paidBy, (way) => t[way] ?? way)
    .replace(reason, (why) => translate(language, why))
}

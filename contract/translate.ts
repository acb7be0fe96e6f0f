import { changeRefusals, changeRefusalsInSpanish } from './appointments/change-refusals.ts'
import { replyRefusals, replyRefusalsInSpanish } from './email-links/refusals.ts'
import { bookingRefusals, failures } from './errors.ts'
import { messageTexts } from './fixed-texts.ts'
import { identityRefusals, identityRefusalsInSpanish } from './identity/refusals.ts'
import type { Language } from './language.ts'
import {
  familyRefusals,
  familyRefusalsInSpanish,
  personRefusals,
  personRefusalsInSpanish,
} from './patients/dependent.ts'
import { refundReasons } from './payments/refund-reasons.ts'
import { paymentRefusals } from './payments/refusals.ts'
import { cardRefusals } from './payments/sandbox.ts'
import {
  bookingRefusalsInSpanish,
  cardRefusalsInSpanish,
  failuresInSpanish,
  paymentRefusalsInSpanish,
  reviewRefusalsInSpanish,
  staffRefusalsInSpanish,
} from './refusals-in-spanish.ts'
import { noticeRefusals, noticeRefusalsInSpanish } from './reminders/refusals.ts'
import { reviewRefusals } from './reviews/review.ts'
import { staffRefusals } from './schedule/refusals.ts'
import { sentencesInSpanish } from './sentences-in-spanish.ts'
import { waitingRefusals, waitingRefusalsInSpanish } from './waitlist/refusals.ts'

const { en, es } = messageTexts

const spanish = new Map([
  ...Object.entries(sentencesInSpanish),
  ...pairs(bookingRefusals, bookingRefusalsInSpanish),
  ...pairs(failures, failuresInSpanish),
  ...pairs(paymentRefusals, paymentRefusalsInSpanish),
  ...pairs(staffRefusals, staffRefusalsInSpanish),
  ...pairs(reviewRefusals, reviewRefusalsInSpanish),
  ...pairs(cardRefusals, cardRefusalsInSpanish),
  ...pairs(changeRefusals, changeRefusalsInSpanish),
  ...pairs(noticeRefusals, noticeRefusalsInSpanish),
  ...pairs(replyRefusals, replyRefusalsInSpanish),
  ...pairs(waitingRefusals, waitingRefusalsInSpanish),
  ...pairs(familyRefusals, familyRefusalsInSpanish),
  ...pairs(personRefusals, personRefusalsInSpanish),
  ...pairs(identityRefusals, identityRefusalsInSpanish),
  ...pairs(refundReasons.en, refundReasons.es),
  ...pairs(en, es),
])

/**
 * A sentence that crossed the wire, or that a schema says, as its reader reads it. The wire speaks
 * English, beside codes that never change; what has no translation stays as it came.
 */
export function translate(language: Language, english: string): string {
  return language === 'en' ? english : (spanish.get(english) ?? english)
}

/** What stands at the same key in both; texts with parts are no sentences yet. */
function pairs(english: object, translated: object): [string, string][] {
  const other = new Map<string, unknown>(Object.entries(translated))
  return Object.entries(english).flatMap(([key, entry]) => {
    const sentence: unknown = typeof entry === 'object' ? entry.message : entry
    const said = other.get(key)
    return typeof sentence === 'string' && typeof said === 'string' ? [[sentence, said]] : []
  })
}

import { changeRefusals, changeRefusalsInSpanish } from './change-refusals.ts'
import { bookingRefusals, failures } from './errors.ts'
import {
  familyRefusals,
  familyRefusalsInSpanish,
  personRefusals,
  personRefusalsInSpanish,
} from './family.ts'
import { identityRefusals, identityRefusalsInSpanish } from './identity-refusals.ts'
import type { Language } from './language.ts'
import { messageTexts } from './messages.ts'
import { noticeRefusals, noticeRefusalsInSpanish } from './notice-refusals.ts'
import { paymentRefusals } from './payment-refusals.ts'
import { refundReasons } from './refund-reasons.ts'
import {
  bookingRefusalsInSpanish,
  cardRefusalsInSpanish,
  failuresInSpanish,
  paymentRefusalsInSpanish,
  reviewRefusalsInSpanish,
  staffRefusalsInSpanish,
} from './refusals-in-spanish.ts'
import { replyRefusals, replyRefusalsInSpanish } from './reply-refusals.ts'
import { reviewRefusals } from './review.ts'
import { cardRefusals } from './sandbox.ts'
import { sentencesInSpanish } from './sentences-in-spanish.ts'
import { staffRefusals } from './staff-refusals.ts'
import { waitingRefusals, waitingRefusalsInSpanish } from './waiting-refusals.ts'

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

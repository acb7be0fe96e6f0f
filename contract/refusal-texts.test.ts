import { expect, test } from 'vitest'
import { changeRefusals, changeRefusalTexts } from './appointments/change-refusals.ts'
import { backupRefusals, backupRefusalTexts } from './backups/refusals.ts'
import { linkRefusals, linkRefusalTexts } from './email-links/refusals.ts'
import { bookingRefusals, bookingRefusalTexts, failures, failureTexts } from './errors.ts'
import { identityRefusals, identityRefusalTexts } from './identity/refusals.ts'
import { familyRefusals, familyRefusalTexts } from './patients/dependent.ts'
import { paymentRefusals, paymentRefusalTexts } from './payments/refusals.ts'
import { cardRefusals, cardRefusalTexts } from './payments/sandbox.ts'
import { refusalText } from './refusal-texts.ts'
import { reminderRefusals, reminderRefusalTexts } from './reminders/refusals.ts'
import { reviewRefusals, reviewRefusalTexts } from './reviews/review.ts'
import { staffRefusals, staffRefusalTexts } from './schedule/refusals.ts'
import { waitlistRefusals, waitlistRefusalTexts } from './waitlist/refusals.ts'

test.each(
  Object.entries({
    backups: [backupRefusals, backupRefusalTexts],
    booking: [bookingRefusals, bookingRefusalTexts],
    change: [changeRefusals, changeRefusalTexts],
    card: [cardRefusals, cardRefusalTexts],
    family: [familyRefusals, familyRefusalTexts],
    failures: [failures, failureTexts],
    identity: [identityRefusals, identityRefusalTexts],
    notice: [reminderRefusals, reminderRefusalTexts],
    payment: [paymentRefusals, paymentRefusalTexts],
    reply: [linkRefusals, linkRefusalTexts],
    review: [reviewRefusals, reviewRefusalTexts],
    staff: [staffRefusals, staffRefusalTexts],
    waiting: [waitlistRefusals, waitlistRefusalTexts],
  } as const),
)('every code of %s is worded for its readers, in English as on the wire', (_, [table, texts]) => {
  expect(Object.keys(texts.es)).toEqual(Object.keys(table))
  const sentences = Object.values<string | { message: string }>(table)
  expect(Object.values<string>(texts.en)).toEqual(
    sentences.map((one) => (typeof one === 'string' ? one : one.message)),
  )
  for (const code of Object.keys(table)) {
    for (const reader of ['patient', 'staff'] as const) {
      const english = refusalText('en', reader, { code, status: 409 })
      expect(english).toEqual(expect.any(String))
      expect(refusalText('es', reader, { code, status: 409 })).not.toBe(english)
    }
  }
})

test('a code that patients and staff read differs by its reader', () => {
  const refused = { code: 'email_unproved', status: 409 }
  expect(refusalText('es', 'patient', refused)).toBe(reminderRefusalTexts.es.email_unproved)
  expect(refusalText('es', 'staff', refused)).toBe(staffRefusalTexts.es.email_unproved)
})

test('what a patient reads in the second person is said to staff of the patient', () => {
  const refused = { code: 'patient_busy', status: 409 }
  expect(refusalText('en', 'patient', refused)).toMatch(/^You have/)
  expect(refusalText('en', 'staff', refused)).toMatch(/^This patient/)
  expect(refusalText('es', 'staff', refused)).toMatch(/^Este paciente/)
})

test('too many requests are those of an hour or those on the waitlist, by the status', () => {
  const code = 'too_many_requests'
  expect(refusalText('en', 'patient', { code, status: 429 })).toBe(failureTexts.en[code])
  expect(refusalText('en', 'patient', { code, status: 409 })).toBe(waitlistRefusals[code])
})

test('a decline says what the bank said; an unknown code says nothing', () => {
  const declined = { code: 'card_declined', status: 402 }
  expect(refusalText('es', 'patient', declined)).toBe(cardRefusalTexts.es.card_declined)
  expect(refusalText('es', 'patient', { ...declined, declineCode: 'insufficient_funds' })).toBe(
    'La tarjeta no tiene fondos suficientes.',
  )
  expect(refusalText('en', 'staff', { code: 'tea_time', status: 409 })).toBeUndefined()
})

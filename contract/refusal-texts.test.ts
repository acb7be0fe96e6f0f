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

test('a code shared by patients and staff has a text for each of them', () => {
  const refused = { code: 'email_unproved', status: 409 }
  expect(refusalText('es', 'patient', refused)).toBe(reminderRefusalTexts.es.email_unproved)
  expect(refusalText('es', 'staff', refused)).toBe(staffRefusalTexts.es.email_unproved)
})

test('a text in the second person for patients is in the third person for staff', () => {
  const refused = { code: 'patient_busy', status: 409 }
  expect(refusalText('en', 'patient', refused)).toMatch(/^You have/)
  expect(refusalText('en', 'staff', refused)).toMatch(/^This patient/)
  expect(refusalText('es', 'staff', refused)).toMatch(/^Este paciente/)
})

test('too_many_requests refers to the hourly limit or to the waitlist, depending on the status', () => {
  const code = 'too_many_requests'
  expect(refusalText('en', 'patient', { code, status: 429 })).toBe(failureTexts.en[code])
  expect(refusalText('en', 'patient', { code, status: 409 })).toBe(waitlistRefusals[code])
})

test('a declined card shows the bank’s reason, and an unknown code has no text', () => {
  const declined = { code: 'card_declined', status: 402 }
  expect(refusalText('es', 'patient', declined)).toBe(cardRefusalTexts.es.card_declined)
  expect(refusalText('es', 'patient', { ...declined, declineCode: 'insufficient_funds' })).toBe(
    'La tarjeta no tiene fondos suficientes.',
  )
  expect(refusalText('en', 'staff', { code: 'tea_time', status: 409 })).toBeUndefined()
})

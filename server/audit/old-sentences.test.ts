import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSlot } from '../../contract/appointments/slot.ts'
import { AuditEntry } from '../../contract/audit.ts'
import { describeEntry } from '../../contract/audit-texts.ts'
import { limits } from '../../contract/clinic/policy.ts'
import { addDays, formatDay } from '../../contract/date.ts'
import { describeEvent, HistoryEntry, isAsWritten } from '../../contract/events.ts'
import { refundReasons } from '../../contract/payments/refund-reasons.ts'
import { entryData, eventData } from '../db/migrations/0019-events.ts'

type Typed = fc.Arbitrary<string>

/** What people type. */
const words = fc.stringMatching(/^[\w.,:()!-]+( [\w.,:()!]+){0,5}$/)
/** Text that only an attacker types, and text that looks like parts of the portal's own sentences. */
const parts = ['; ', ' -> ', ', ', '. ', 'name ', 'phone ', ' told', 'to ', '$9.00', 'constructor']
const odd = fc
  .array(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom(...parts)), {
    maxLength: 4,
  })
  .map((some) => some.join('').trim())
  .filter((text) => text !== '')
const date = fc.integer({ min: 0, max: 4000 }).map((days) => formatDay(addDays('2021-01-01', days)))
const slot = fc
  .tuple(fc.integer({ min: 0, max: 1438 }), fc.integer({ min: 1, max: 1440 }))
  .map(([start, length]) => formatSlot({ start, end: Math.min(start + length, 1440) }))
const time = fc.tuple(date, slot).map((parts) => parts.join(', '))
const amount = fc
  .integer({ min: 0, max: 10_000_000 })
  .map((cents) => `$${(cents / 100).toFixed(2)}`)
const price = amount.map((text) => text.slice(1))
const token = fc.stringMatching(/^(pi|desk)_[\w-]{1,40}$/)
const charge = fc.tuple(amount, token).map((parts) => parts.join(', '))
const own = fc.constantFrom(...Object.values(refundReasons.en))
const method = fc.constantFrom('cash', 'card', 'other')
const count = fc.nat()
const changed = <T>(part: fc.Arbitrary<T>) => fc.tuple(part, part).map((ends) => ends.join(' -> '))
const labelled = <T>(label: string, part: fc.Arbitrary<T>) => part.map((text) => `${label} ${text}`)
/** Some of the lines, in their order. */
const lines = (...each: fc.Arbitrary<string>[]) =>
  fc
    .tuple(...each.map((line) => fc.option(line)))
    .map((some) => some.filter((line) => line !== null).join('; '))
    .filter((text) => text !== '')
const slots = fc.array(slot, { minLength: 1, maxLength: 4 }).map((some) => some.join(', '))
const weekdays = fc.subarray(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
const reminders = fc.array(fc.integer({ min: 15, max: 43_200 }), { maxLength: 5 })

/** Every sentence that a Molar of before could store of an event. */
function eventsWith(typed: Typed) {
  const reason = fc.oneof(own, typed)
  const charged = fc.tuple(charge, reason).map((each) => each.join('. '))
  return {
    booked: slot,
    cancelled: reason,
    paid: charge,
    payment_surplus: charged,
    refund_requested: charged,
    refunded: charged,
    refund_failed: fc
      .tuple(charge, fc.oneof(fc.constant('the provider refused it'), typed, fc.constant('')))
      .map((parts) => parts.join('. ')),
    moved: fc.oneof(changed(time), changed(fc.tuple(typed, time).map((parts) => parts.join(', ')))),
    paid_at_desk: fc.tuple(amount, method).map((parts) => parts.join(', ')),
    desk_payment_removed: charge,
  }
}

/** And of an act of staff; the others hold what was searched for. */
function entriesWith(typed: Typed) {
  return {
    'Added a treatment': fc
      .tuple(price, count)
      .map(([cost, many]) => `price ${cost}, ${many} slots`),
    'Archived or restored a treatment': fc.constantFrom('archived', 'restored'),
    'Booked for a patient': fc.tuple(typed, time).map((parts) => parts.join(', ')),
    'Cancelled an appointment': fc.oneof(typed, labelled('with refund:', typed)),
    'Changed a doctor': labelled('e-mail ->', typed),
    'Changed a treatment': lines(
      labelled('name', changed(typed)),
      labelled('price', changed(price)),
      labelled('added', slots),
      labelled('removed', slots),
    ),
    'Changed the clinic profile': lines(
      ...['name', 'address', 'phone', 'openingHours'].map((part) => labelled(part, changed(typed))),
      fc.constant('about page'),
      fc.constant('contact page'),
    ),
    'Changed the limits of a user': fc.constantFrom('lifted', 'set again'),
    'Changed the opening days': fc
      .tuple(weekdays, count, count, count)
      .map(
        ([days, ahead, before, told]) =>
          `closed on ${days.join(', ') || 'never'}; ${ahead} days ahead; ${before} minutes before; ${told} told`,
      ),
    'Changed the policy': lines(
      labelled('cutoffMinutes', changed(count)),
      labelled('refundRule', changed(fc.constantFrom('before_cutoff', 'always', 'never'))),
      labelled('reminderMinutes', changed(reminders)),
      labelled('offerMinutes', changed(count)),
      ...Object.keys(limits).map((name) => labelled(name, changed(count))),
    ),
    'Closed days': fc.tuple(typed, count).map(([why, told]) => `${why}; ${told} told`),
    'Decided on a review': changed(fc.constantFrom('waiting', 'published', 'rejected')),
    'Marked a contact message': fc.constantFrom('new', 'read', 'answered', 'spam'),
    'Moved an appointment': labelled(
      'to',
      fc.tuple(date, typed).map((parts) => parts.join(', ')),
    ),
    'Recorded a payment at the desk': method,
    'Searched the appointments': typed,
  }
}

const codes: Record<keyof ReturnType<typeof entriesWith>, AuditEntry['action']> = {
  'Added a treatment': 'treatment_added',
  'Archived or restored a treatment': 'treatment_archived',
  'Booked for a patient': 'appointment_booked',
  'Cancelled an appointment': 'appointment_cancelled',
  'Changed a doctor': 'doctor_changed',
  'Changed a treatment': 'treatment_changed',
  'Changed the clinic profile': 'profile_changed',
  'Changed the limits of a user': 'limits_changed',
  'Changed the opening days': 'opening_changed',
  'Changed the policy': 'policy_changed',
  'Closed days': 'days_closed',
  'Decided on a review': 'review_decided',
  'Marked a contact message': 'message_marked',
  'Moved an appointment': 'appointment_rescheduled',
  'Recorded a payment at the desk': 'desk_payment_recorded',
  'Searched the appointments': 'appointments_searched',
}

const stored = (data: object): unknown => JSON.parse(JSON.stringify(data))

function readEvent(kind: string, sentence: string): HistoryEntry {
  const data = stored(eventData(kind, sentence))
  return HistoryEntry.parse({ at: '', by: 'clinic', actor: null, kind, data })
}

function readEntry(action: string, sentence: string): AuditEntry {
  const code = new Map<string, string>(Object.entries(codes)).get(action)
  const data = stored(entryData(action, sentence))
  const rest = { _id: '', at: '', actor: '', subject: '', address: '', status: 200 }
  return AuditEntry.parse({ ...rest, action: code, data })
}

const runs = { numRuns: 300 }

/** Since then a reschedule has a real arrow, and amounts are written as everywhere else. */
const inOldSigns = (text: string) =>
  text
    .replaceAll(' → ', ' -> ')
    .replaceAll(/\$\d+(,\d{3})*(\.00)?/g, (amount) => amount.replaceAll(',', '').replace('.00', ''))

function expectSame(shown: string, sentence: string): void {
  expect(inOldSigns(shown)).toBe(inOldSigns(sentence))
}

test('old history sentences become fields that render the same text', () => {
  for (const [kind, sentences] of Object.entries(eventsWith(odd))) {
    const readsTheSame = fc.property(sentences, (sentence) => {
      expectSame(describeEvent('en', readEvent(kind, sentence)), sentence)
    })
    fc.assert(readsTheSame, runs)
  }
  for (const [kind, sentences] of Object.entries(eventsWith(words))) {
    const isTold = fc.property(sentences, (sentence) => {
      const entry = readEvent(kind, sentence)
      expectSame(describeEvent('en', entry), sentence)
      expect(isAsWritten(entry.data)).toBe(false)
    })
    fc.assert(isTold, runs)
  }
})

test('old audit sentences become fields that render the same text', () => {
  for (const [action, sentences] of Object.entries(entriesWith(odd))) {
    const readsTheSame = fc.property(sentences, (sentence) => {
      expect(describeEntry('en', readEntry(action, sentence))).toBe(sentence)
    })
    fc.assert(readsTheSame, runs)
  }
  for (const [action, sentences] of Object.entries(entriesWith(words))) {
    const isTold = fc.property(sentences, (sentence) => {
      const entry = readEntry(action, sentence)
      expect(describeEntry('en', entry)).toBe(sentence)
      expect(entry.data !== null && !isAsWritten(entry.data)).toBe(true)
    })
    fc.assert(isTold, runs)
  }
})

test('any other sentence is shown as it was written', () => {
  const kinds = fc.constantFrom(...Object.keys(eventsWith(odd)))
  const ofEvent = fc.property(kinds, odd, (kind, sentence) => {
    expect(describeEvent('en', readEvent(kind, sentence))).toBe(sentence)
  })
  fc.assert(ofEvent, runs)
  const actions = fc.constantFrom(...Object.keys(entriesWith(odd)))
  const ofEntry = fc.property(actions, odd, (action, sentence) => {
    expect(describeEntry('en', readEntry(action, sentence))).toBe(sentence)
  })
  fc.assert(ofEntry, runs)
})

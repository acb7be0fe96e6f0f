import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatSlot, parseSlot, type SlotTime } from '../../contract/appointments/slot.ts'
import { generateSlots, overlapping, readRule, readSpan, type SlotRule } from './slot-rule.ts'
import { ruleTexts } from './texts.ts'

const minute = fc.integer({ min: 0, max: 1440 })
const pause = fc
  .tuple(minute, minute)
  .filter(([a, b]) => a !== b)
  .map(([a, b]): SlotTime => ({ start: Math.min(a, b), end: Math.max(a, b) }))
const rule: fc.Arbitrary<SlotRule> = fc.record({
  from: minute,
  to: minute,
  every: fc.integer({ min: 1, max: 300 }),
  breaks: fc.array(pause, { maxLength: 4 }),
})

it('every generated slot lies within the range, has the requested length and a unique text', () => {
  fc.assert(
    fc.property(rule, (asked) => {
      const slots = generateSlots(asked)
      for (const slot of slots) {
        expect(slot.start).toBeGreaterThanOrEqual(asked.from)
        expect(slot.end).toBeLessThanOrEqual(asked.to)
        expect(slot.end - slot.start).toBe(asked.every)
        expect(parseSlot(formatSlot(slot))).toEqual(slot)
      }
      expect(new Set(slots.map(formatSlot)).size).toBe(slots.length)
    }),
  )
})

it('generated slots are in order and overlap neither each other nor a break', () => {
  fc.assert(
    fc.property(rule, (asked) => {
      const slots = generateSlots(asked)
      for (const [index, slot] of slots.entries()) {
        expect(overlapping(slots.slice(0, index), slot)).toBeUndefined()
        expect(slots[index + 1]?.start ?? slot.end).toBeGreaterThanOrEqual(slot.end)
        expect(overlapping(asked.breaks, slot)).toBeUndefined()
      }
    }),
  )
})

it('generated slots leave no room for another, and the order of the breaks does not matter', () => {
  fc.assert(
    fc.property(rule, (asked) => {
      const slots = generateSlots(asked)
      expect(generateSlots({ ...asked, breaks: asked.breaks.toReversed() })).toEqual(slots)
      const taken = [...slots, ...asked.breaks]
      for (let start = asked.from; start + asked.every <= asked.to; start += 1) {
        expect(overlapping(taken, { start, end: start + asked.every })).toBeDefined()
      }
    }),
    { numRuns: 40 },
  )
})

it('generates the day of a clinic with a one-hour break at noon', () => {
  const slots = generateSlots({
    from: 8 * 60,
    to: 17 * 60,
    every: 30,
    breaks: [{ start: 12 * 60, end: 13 * 60 }],
  })
  expect(slots).toHaveLength(16)
  expect(slots.slice(7, 9).map(formatSlot)).toEqual(['11:30 AM - 12:00 PM', '1:00 PM - 1:30 PM'])
})

const typed = { from: '08:00', to: '17:00', every: '30', breaks: [] }

it.each([
  [{ to: '08:00' }, 'The day must end after it begins.'],
  [{ every: '4' }, 'A time takes 5 minutes or more.'],
  [{ every: '-30' }, 'A time takes 5 minutes or more.'],
  [{ breaks: [{ key: 0, from: '12:00', to: '' }] }, 'A break must end after it begins.'],
  [{ every: '600' }, 'Nothing fits between these times.'],
  [{ from: '00:00', to: '00:00', every: '5' }, 'That is 288 times; a day has at most 200.'],
])('the rule %j generates no slots: %s', (part, problem) => {
  expect(readRule({ ...typed, ...part }, 'en')).toEqual({ slots: [], problem })
})

it('an empty break is ignored, and midnight can end the day', () => {
  const breaks = [{ key: 0, from: '', to: '' }]
  expect(readRule({ ...typed, from: '23:00', to: '00:00', breaks }, 'en').slots).toEqual([
    { start: 1380, end: 1410 },
    { start: 1410, end: 1440 },
  ])
})

it('reports a problem in the reader’s language', () => {
  expect(readRule({ ...typed, every: '4' }, 'es').problem).toBe('Un horario dura 5 minutos o más.')
})

it.each([
  [1, 'Makes 1 time: a to b.', 'De a a b resulta 1 horario.'],
  [16, 'Makes 16 times: a to b.', 'De a a b resultan 16 horarios.'],
])('uses the correct plural for %i in each language', (count, english, spanish) => {
  expect(ruleTexts.en.makes(count, 'a', 'b')).toBe(english)
  expect(ruleTexts.es.makes(count, 'a', 'b')).toBe(spanish)
})

it.each([
  ['08:00', '08:30', { start: 480, end: 510 }],
  ['23:00', '00:00', { start: 1380, end: 1440 }],
  ['08:30', '08:00', null],
  ['08:30', '08:30', null],
  ['', '08:30', null],
])('reads the span from %j to %j', (from, to, span) => {
  expect(readSpan(from, to)).toEqual(span)
})

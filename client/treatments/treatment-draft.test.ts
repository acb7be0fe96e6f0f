import { expect, it } from 'vitest'
import { readRule } from './slot-rule.ts'
import { ruleTexts } from './texts-slots.ts'
import { draftOf, isSameDraft, readDraft } from './treatment-draft.ts'

const saved = {
  _id: '1',
  name: 'Teeth Cleaning',
  price: 59.5,
  slots: ['8:00 AM - 8:30 AM', '11:30 PM - 12:00 AM'],
  archived: false,
  upcoming: 0,
}

it('a treatment goes through the form unchanged', () => {
  const { name, price, slots } = saved
  expect(readDraft(draftOf(saved), 'en').body).toEqual({ name, price, slots })
  expect(isSameDraft(draftOf(saved), draftOf({ ...saved }))).toBe(true)
  expect(isSameDraft(draftOf(saved), { ...draftOf(saved), slots: [] })).toBe(false)
})

it.each([
  [{ name: ' ' }, 'name'],
  [{ price: '' }, 'price'],
  [{ price: '100000.01' }, 'price'],
  [{ slots: Array.from({ length: 201 }, (_, start) => ({ start, end: start + 1 })) }, 'slots'],
])('refuses %j', (part, field) => {
  const { problems = {} } = readDraft({ ...draftOf(saved), ...part }, 'en')
  expect(Object.keys(problems)).toEqual([field])
})

const rule = { from: '08:00', to: '17:00', every: '30', breaks: [] }

it.each([
  [{ to: '08:00' }, 'The day must end after it begins.'],
  [{ every: '4' }, 'A time takes 5 minutes or more.'],
  [{ every: '-30' }, 'A time takes 5 minutes or more.'],
  [{ breaks: [{ key: 0, from: '12:00', to: '' }] }, 'A break must end after it begins.'],
  [{ every: '600' }, 'Nothing fits between these times.'],
  [{ from: '00:00', to: '00:00', every: '5' }, 'That is 288 times; a day has at most 200.'],
])('a rule of %j makes nothing: %s', (part, problem) => {
  expect(readRule({ ...rule, ...part }, 'en')).toEqual({ slots: [], problem })
})

it('a break left empty is none, and midnight ends the day', () => {
  const breaks = [{ key: 0, from: '', to: '' }]
  expect(readRule({ ...rule, from: '23:00', to: '00:00', breaks }, 'en').slots).toEqual([
    { start: 1380, end: 1410 },
    { start: 1410, end: 1440 },
  ])
})

it('says what is wrong in the reader’s language, with its own figures', () => {
  const dear = readDraft({ ...draftOf(saved), price: '100000.01' }, 'es')
  expect(dear.problems).toEqual({ price: 'El precio puede ser de $100,000 como máximo' })
  expect(readRule({ ...rule, every: '4' }, 'es').problem).toBe('Un horario dura 5 minutos o más.')
})

it.each([
  [1, 'Makes 1 time: a to b.', 'De a a b resulta 1 horario.'],
  [16, 'Makes 16 times: a to b.', 'De a a b resultan 16 horarios.'],
])('counts %i in each language', (count, english, spanish) => {
  expect(ruleTexts.en.makes(count, 'a', 'b')).toBe(english)
  expect(ruleTexts.es.makes(count, 'a', 'b')).toBe(spanish)
})

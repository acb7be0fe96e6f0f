import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { changeRefusals } from './appointments/change-refusals.ts'
import { bookingRefusals, failures } from './errors.ts'
import { everyEndpoint } from './every-endpoint.ts'
import { messages, messageTexts } from './fixed-texts.ts'
import { LoginForm, NewPasswordForm, ResetRequestForm, SignupForm } from './identity/identity.ts'
import { familyRefusals, personRefusals } from './patients/dependent.ts'
import { paymentRefusals } from './payments/refusals.ts'
import { cardRefusals, declineTexts } from './payments/sandbox.ts'
import { testCards } from './payments/test-cards.ts'
import { reviewRefusals } from './reviews/review.ts'
import { staffRefusals } from './schedule/refusals.ts'
import { translate } from './translate.ts'
import { waitingRefusals } from './waitlist/refusals.ts'

const untranslated = (sentences: Iterable<string>) =>
  [...sentences].filter((sentence) => translate('es', sentence) === sentence)

test.each(
  Object.entries({
    bookingRefusals,
    changeRefusals,
    cardRefusals,
    declineTexts,
    familyRefusals,
    failures,
    paymentRefusals,
    personRefusals,
    reviewRefusals,
    staffRefusals,
    waitingRefusals,
  }),
)('every sentence of %s has its Spanish', (_name, table) => {
  const sentences = Object.values(table).map((entry) =>
    typeof entry === 'string' ? entry : entry.message,
  )
  expect(sentences).not.toEqual([])
  expect(untranslated(sentences)).toEqual([])
})

/** What a schema says on its own, wherever in it: each check of each part carries its sentence. */
function sentencesOf(part: unknown, seen = new Set<unknown>(), found = new Set<string>()) {
  if (typeof part !== 'object' || part === null || seen.has(part)) return found
  seen.add(part)
  if ('_zod' in part && typeof part._zod === 'object' && part._zod && 'def' in part._zod) {
    return sentencesOf(part._zod.def, seen, found)
  }
  for (const [key, value] of Object.entries(part)) {
    const said = key === 'error' && typeof value === 'function' ? value({}) : undefined
    if (typeof said === 'string') found.add(said)
    sentencesOf(value, seen, found)
  }
  return found
}

const schemas = Object.values(everyEndpoint).flatMap((endpoint) => [
  'body' in endpoint ? endpoint.body : undefined,
  'query' in endpoint ? endpoint.query : undefined,
  'params' in endpoint ? endpoint.params : undefined,
])

test('every sentence that a schema says has its Spanish', () => {
  const forms = [LoginForm, SignupForm, NewPasswordForm, ResetRequestForm]
  const said = [...schemas, ...forms].reduce<Set<string>>(
    (found, schema) => sentencesOf(schema, new Set(), found),
    new Set(),
  )
  // The walk finds what stands in them: one of a form, of a nested part, of a picked number.
  for (const one of [messages.emailInvalid, 'Please give a reason', 'Please choose 1 to 5 stars']) {
    expect(said).toContain(one)
  }
  expect(untranslated(said)).toEqual([])
})

test('every sentence of what is malformed altogether has its Spanish', () => {
  const issues = schemas.flatMap((schema) =>
    [{}, 'x', 5, null].flatMap((wrong) => {
      const { error } = schema ? z.safeParse(schema, wrong) : {}
      return error?.issues ?? []
    }),
  )
  const { error } = z.safeParse(everyEndpoint.addClosure.body, { from: 'soon', to: 'soon' })
  const said = new Set([...issues, ...(error?.issues ?? [])].map(({ message }) => message))
  expect(said.size).toBeGreaterThan(1)
  expect(untranslated(said)).toEqual([])
})

test('labels of test cards have their Spanish, but for the brands', () => {
  const other = testCards.filter(({ outcome }) => outcome !== 'success').map(({ label }) => label)
  expect(untranslated(other)).toEqual(['3-D Secure'])
})

test('English is word for word what came, and so is what nobody has translated', () => {
  expect(translate('en', bookingRefusals.slot_taken)).toBe(bookingRefusals.slot_taken)
  expect(translate('es', 'Ask Jane about the key')).toBe('Ask Jane about the key')
  expect(messageTexts.en).toBe(messages)
  expect(translate('es', messages.emailInvalid)).toBe(messageTexts.es.emailInvalid)
})

import { expect, test, vi } from 'vitest'
import { bookingRefusals } from '../../contract/errors.ts'
import type { Language } from '../../contract/language.ts'
import { ApiError, refusalOf, unreportedError } from '../data/api.ts'
import { refusalText } from './changes.tsx'

vi.stubGlobal('document', { documentElement: { lang: 'en' } })

const textOf = (fault: unknown, language: Language = 'en') =>
  refusalText(language, refusalOf(fault))
const refused = (code: keyof typeof bookingRefusals) =>
  new ApiError({ status: 409, code, message: bookingRefusals[code] })

test('a refusal shows the server’s message', () => {
  expect(textOf(refused('slot_taken'))).toBe('Somebody else has just taken this time.')
})

test('an error with an unknown outcome says that the change may or may not have been made', () => {
  const unsure = /may or may not/
  expect(textOf(unreportedError('timeout'))).toMatch(unsure)
  expect(textOf(unreportedError('bad_answer', 200))).toMatch(unsure)
  expect(textOf(new ApiError({ status: 500, code: 'internal', message: 'No.' }))).toMatch(unsure)
  expect(textOf(new TypeError('a bug'))).toMatch(unsure)
  expect(textOf(new TypeError('a bug'), 'es')).toMatch(/Puede que se haya hecho o no/)
  expect(textOf(refused('slot_taken'))).not.toMatch(unsure)
})

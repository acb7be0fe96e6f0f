import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { languages } from '../../contract/language.ts'
import { chooseLanguage } from './language.ts'

const read = (headers: Record<string, string>) => chooseLanguage(new Headers(headers), 'en')

test.each([
  ['', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['es', 'es'],
  ['es-MX, en;q=0.5', 'es'],
  ['ES-us', 'es'],
  ['en;q=0.5, es;q=0.8', 'es'],
  ['fr-CA, fr;q=0.9, es;q=0.3, en;q=0.2', 'es'],
  ['fr, de;q=0.8', 'en'],
  ['*', 'en'],
  ['es;q=0, *', 'en'],
  ['en;q=0, es;q=0.1', 'es'],
  ['es ; q=0.9 , en ; q=0.8', 'es'],
  ['es;q=nonsense', 'en'],
  ['est, eng', 'en'],
])('Accept-Language %j selects %s', (inputs, language) => {
  expect(read({ 'accept-language': inputs })).toBe(language)
})

test.each([
  ['language=es', 'es'],
  ['molar.session_token=x.y; language=es; theme=dark', 'es'],
  ['__Host-language=es', 'es'],
  ['language=en; __Host-language=es', 'es'],
  ['language=fr', 'en'],
  ['language=', 'en'],
  ['languages=es', 'en'],
  ['mylanguage=es', 'en'],
])('the cookie %j selects %s', (cookie, language) => {
  expect(read({ cookie })).toBe(language)
})

test.each([
  [{}, 'es'],
  [{ 'accept-language': 'fr, de;q=0.8' }, 'es'],
  [{ 'accept-language': '*' }, 'es'],
  [{ 'accept-language': 'es;q=0' }, 'es'],
  [{ 'accept-language': 'en-GB' }, 'en'],
  [{ cookie: 'language=en' }, 'en'],
])('at a Spanish-language clinic, %j selects %s', (headers: Record<string, string>, language) => {
  expect(chooseLanguage(new Headers(headers), 'es')).toBe(language)
})

test('the chosen language takes precedence over Accept-Language', () => {
  expect(read({ cookie: 'language=en', 'accept-language': 'es' })).toBe('en')
  expect(read({ cookie: 'language=fr', 'accept-language': 'es' })).toBe('es')
})

test('any headers result in a supported language', () => {
  const text = fc.string({ unit: fc.constantFrom(...'es-EN*;q=0.,19 \t"') })
  fc.assert(
    fc.property(text, text, (inputs, cookie) => {
      expect(languages).toContain(read({ 'accept-language': inputs, cookie }))
    }),
  )
})

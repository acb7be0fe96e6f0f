import { expect, test } from 'vitest'
import { chooseEncoding } from './send-content.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0', undefined],
  ['br;q=0.0, gzip;q=0.000', undefined],
  ['br; q=0.5, gzip;q=0.8', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['BR', 'br'],
  ['identity', undefined],
  ['abridged', undefined],
  ['br;q=wrong', undefined],
  ['', undefined],
  [undefined, undefined],
])('Accept-Encoding: %s is answered with %s', (header, encoding) => {
  expect(chooseEncoding(header, ['br', 'gzip'])).toBe(encoding)
})

test('uncompressed content is sent as it is', () => {
  expect(chooseEncoding('br, gzip', [])).toBeUndefined()
  expect(chooseEncoding('br, gzip', ['gzip'])).toBe('gzip')
})

test('many different headers are each read by themselves, also a second time', () => {
  const headers = Array.from({ length: 200 }, (_, at) => `gzip;q=0.${at}, br;q=0.1`)
  const read = () => headers.map((header) => chooseEncoding(header, ['br', 'gzip']))
  const expected = headers.map((header) =>
    Number(header.slice(7, header.indexOf(','))) > 0.1 ? 'gzip' : 'br',
  )
  expect(read()).toEqual(expected)
  expect(read()).toEqual(expected)
})

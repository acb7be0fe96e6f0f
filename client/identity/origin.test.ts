import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { originIn, safeOrigin, withOrigin } from './origin.ts'

const site = 'https://clinic.example'
vi.stubGlobal('location', new URL(site))

const hostile = [
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5Cevil.example',
  '/%2fevil.example',
  '/.//evil.example',
  '/%2e//evil.example',
  '/./%2fevil.example',
  '/appointment/..//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/a\\..\\..\\evil.example',
  'javascript:alert(1)',
  'data:text/html,hello',
  'evil.example',
  '@evil.example',
  '/%',
  '',
]

describe('safeOrigin', () => {
  it.each(hostile)('refuses %j', (from) => {
    expect(safeOrigin(from)).toBe('/')
  })

  it.each(['/login', '/signup', '/login/', '/LOGIN?from=/x', '/%6Cogin', '/a/../signup'])(
    'never returns to a sign-in or sign-up page: %s',
    (from) => {
      expect(safeOrigin(from, '/appointment')).toBe('/appointment')
    },
  )

  it.each(['/', '/dashboard', '/appointment?date=2026-11-23#services', '/dashboard/payment/a%20b'])(
    'accepts %s',
    (from) => {
      expect(safeOrigin(from)).toBe(from)
    },
  )

  it('returns the fallback without an origin', () => {
    expect(safeOrigin(null)).toBe('/')
    expect(safeOrigin(null, '/appointment')).toBe('/appointment')
  })

  it('always returns an address on this site', () => {
    const pieces = fc.constantFrom(...'/\\.@:?#%\t\n ', '..', '%2f', '%5C', '%2e', 'evil.example')
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.webUrl(),
      fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 }))).map((parts) => `/${parts.join('')}`),
    )
    fc.assert(
      fc.property(text, (from) => {
        const to = safeOrigin(from)
        expect(to).toMatch(/^\/(?![/\\])/)
        expect(new URL(to, site).origin).toBe(site)
        expect(safeOrigin(to)).toBe(to)
      }),
      { numRuns: 5000 },
    )
  })

  it('leaves a link token in the fragment, which is not sent to the server', () => {
    const address = withOrigin('/login', '/invitation#token=c-1.2_3')
    expect(address).toBe('/login?from=%2Finvitation#token=c-1.2_3')
    const { searchParams, hash } = new URL(address, site)
    expect(originIn(searchParams, hash)).toBe('/invitation#token=c-1.2_3')
  })

  it('reads back any origin that was written into an address', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (from) => {
        const { searchParams, hash } = new URL(withOrigin('/login', from), site)
        expect(originIn(searchParams, hash)).toBe(from)
      }),
    )
  })
})

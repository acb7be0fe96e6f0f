import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { originIn, withOrigin } from './origin.ts'

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

const read = (from: string) => originIn(new URLSearchParams({ from }), '')

describe('originIn', () => {
  it.each(hostile)('refuses %j', (from) => {
    expect(read(from)).toBeNull()
  })

  it.each(['/login', '/signup', '/login/', '/LOGIN?from=/x', '/%6Cogin', '/a/../signup'])(
    'never returns to a sign-in or sign-up page: %s',
    (from) => {
      expect(read(from)).toBeNull()
    },
  )

  it.each(['/', '/dashboard', '/appointment?date=2026-11-23#services', '/dashboard/payment/a%20b'])(
    'accepts %s',
    (from) => {
      expect(read(from)).toBe(from)
    },
  )

  it('is null without an origin', () => {
    expect(originIn(new URLSearchParams(), '')).toBeNull()
  })

  it('returns nothing but addresses on this site', () => {
    const pieces = fc.constantFrom(...'/\\.@:?#%\t\n ', '..', '%2f', '%5C', '%2e', 'evil.example')
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.webUrl(),
      fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 }))).map((parts) => `/${parts.join('')}`),
    )
    fc.assert(
      fc.property(text, (from) => {
        const to = read(from)
        if (to === null) return
        expect(to).toMatch(/^\/(?![/\\])/)
        expect(new URL(to, site).origin).toBe(site)
        expect(read(to)).toBe(to)
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

  it('reads back any page of this site that was written into an address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const from = `/${text}`
        const { searchParams, hash } = new URL(withOrigin('/login', from), site)
        expect(originIn(searchParams, hash)).toBe(read(from))
      }),
    )
  })
})

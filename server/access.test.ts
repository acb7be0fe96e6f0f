import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import { booked, openPortal, request, signIn } from './testing/portal.ts'

/** What a call answers to each kind of caller, before its own rules: null is "let through". */
type Answers = { nobody: number | null; badToken: number | null; another: number | null }

const expected: Record<Endpoint['access'], Answers> = {
  anyone: { nobody: null, badToken: null, another: null },
  signedIn: { nobody: 401, badToken: 401, another: null },
  self: { nobody: 401, badToken: 401, another: 403 },
  owner: { nobody: 401, badToken: 401, another: 403 },
  admin: { nobody: 401, badToken: 401, another: 403 },
}

describe.each(Object.entries<Endpoint>(endpoints))('%s', (_, endpoint) => {
  const rule = expected[endpoint.access]
  const letThrough = (status: number) => status !== 401 && status !== 403

  /** The call against Jane's records, with the token given. */
  async function call(who: 'nobody' | 'badToken' | 'another' | 'owner' | 'admin') {
    const portal = await openPortal()
    const jane = await signIn(portal, 'jane@patients.example')
    const booking = await booked(portal, jane)
    const tokens = {
      nobody: undefined,
      badToken: 'not-a-token',
      another: (await signIn(portal)).token,
      owner: jane.token,
      admin: (await signIn(portal, 'staff@clinic.example', 'admin')).token,
    }
    const path = endpoint.path.replace(':email', jane.email).replace(':id', booking._id)
    const query = endpoint.query ? `?email=${jane.email}&date=2026-06-08` : ''
    const token = tokens[who]
    const options = { ...(token && { token }), ...(endpoint.body && { body: {} }) }
    return (await request(portal, endpoint.method, path + query, options)).status
  }

  test.each(['nobody', 'badToken', 'another'] as const)(
    'answers %s as its rule says',
    async (who) => {
      const status = await call(who)
      // A bearer token proves nothing where the session is asked for.
      const wanted = endpoint.proof === 'session' ? 401 : rule[who]
      if (wanted === null) expect(letThrough(status)).toBe(true)
      else expect(status).toBe(wanted)
    },
  )

  test('lets the owner through and an admin only where the rule says admin', async () => {
    const session = endpoint.proof === 'session'
    expect(letThrough(await call('owner'))).toBe(!session && endpoint.access !== 'admin')
    const forAdmins = ['anyone', 'signedIn', 'admin'].includes(endpoint.access)
    expect(letThrough(await call('admin'))).toBe(!session && forAdmins)
  })
})

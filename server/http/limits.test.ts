import { expect, inject, test } from 'vitest'
import { ErrorBody } from '../../contract/errors.ts'
import { makePlace, openTestDatabase } from '../testing/database/database.ts'
import { bookingBody, openPortal, type Portal, signIn } from '../testing/portal.ts'
import { type WindowName, windows } from './limits.ts'

/** One limit of each kind is also tested on PostgreSQL, where processes count together. */
const onPostgres = ['sign_ins', 'sign_ups_per_day', 'contact_of_all', 'payment_attempts'] as const
const windowNames =
  inject('engine') === 'postgres' ? onPostgres : (Object.keys(windows) as WindowName[])
const jane = { name: 'Jane Doe', password: 'a fine secret' }

/** A caller and their address: the first party is counted, the second is another one. */
type Party = { address: string; tokens: string[]; staff: string; feed: string; secret: string }
type Input = { token?: string; body?: unknown }
type Send = (method: string, path: string, input?: Input & { from?: string }) => Promise<Response>
/** One call that the limit counts; `n` differs each time. */
type Proof = (send: Send, party: Party, n: number, portal: Portal) => Promise<Response>

const signUp =
  (from = (address: string, _n: number) => address): Proof =>
  (send, { address }, n) =>
    send('POST', '/api/auth/sign-up/email', {
      from: from(address, n),
      body: { ...jane, email: `jane${address}-${n}@patients.example`.replaceAll(':', '-') },
    })
const write = { subject: 'Opening hours', message: 'When?', email: 'jane@patients.example' }

/** A call that reaches each limit; nearly always one that is refused for its input. */
const proofs: Record<WindowName, Proof> = {
  calls: (send) => send('GET', '/payments/settings'),
  // A picture with an invalid name, which causes no lookup.
  files: (send) => send('GET', '/images/%00'),
  account_calls: (send, { tokens: [token = ''] }) => send('GET', '/calendar-feed', { token }),
  account_writes: (send, { tokens: [token = ''] }, _, portal) => {
    const body = bookingBody(portal, { email: 'another@patients.example', name: 'X', token })
    return send('POST', '/booking', { token, body })
  },
  anonymous_writes: (send) => send('POST', '/offers/decline', { body: { token: 'none' } }),
  vitals: (send) => send('POST', '/vitals', { body: { metrics: [] } }),
  content_reports: (send) => send('POST', '/csp-reports', { body: [] }),
  sign_ins: (send, _, n) => {
    const body = { email: `jane${n}@patients.example`, password: 'wrong' }
    return send('POST', '/api/auth/sign-in/email', { body })
  },
  provider_sign_ins: (send) =>
    send('POST', '/api/auth/sign-in/social', { body: { provider: 'google' } }),
  sign_ups: signUp(),
  sign_ups_per_hour: signUp(),
  sign_ups_per_day: signUp(),
  sign_ups_of_range: signUp((address, n) => address.replace(/\d+$/, String(n % 200))),
  reset_requests: (send, _, n) => {
    const body = { email: `jane${n}@patients.example` }
    return send('POST', '/api/auth/request-password-reset', { body })
  },
  resets: (send) =>
    send('POST', '/api/auth/reset-password', { body: { newPassword: 'long enough', token: 'x' } }),
  identity_calls: (send) => send('POST', '/api/auth/sign-out'),
  confirmations: (send) => send('POST', '/email-confirmation/denial', { body: { token: 'x' } }),
  contact: (send) => send('POST', '/contact-messages', { body: write }),
  contact_of_all: (send, _, n) =>
    send('POST', '/contact-messages', { body: write, from: `198.51.100.${n}` }),
  card_attempts: (send, { tokens: [token = ''] }, n) => {
    const body = { price: 99, appointment: `none-${n}` }
    return send('POST', '/create-payment-intent', { token, body })
  },
  payment_attempts: (send, { tokens, secret }, n) => {
    const body = { clientSecret: secret, paymentMethod: 'pm_none' }
    return send('POST', '/sandbox/confirm', { token: tokens[n % 2] ?? '', body })
  },
  waitlist_searches: (send, { tokens: [token = ''] }) =>
    send('POST', '/waitlist/none/resume', { token }),
  exports: (send, { staff: token }) =>
    send('GET', '/staff/export/payments.csv?from=2026-06-01&to=2026-06-02', { token }),
  own_data: (send, { tokens: [token = ''] }) => send('GET', '/account/data', { token }),
  imports: (send, { staff: token }) => send('POST', '/staff/patients/import/check', { token }),
  backups: (send, { staff: token }) => send('POST', '/staff/backups', { token }),
  backup_lists: (send, { staff: token }) => send('GET', '/staff/backups/stored', { token }),
  uploads: (send, { staff: token }) => send('POST', '/images', { token }),
  feed_reads: (send, { feed }, n) => send('GET', feed, { from: `203.0.113.${n}` }),
  feed_misses: (send) => send('GET', '/calendar/none.ics'),
}

/** Settings that a limit's test needs, to disable other limits or lower its own. */
const settingsOf: Partial<Record<WindowName, Record<string, string>>> = {
  sign_ups_per_hour: { SIGN_UPS_PER_HOUR: '5' },
  sign_ups_per_day: { SIGN_UPS_PER_HOUR: '9', SIGN_UPS_PER_DAY: '6' },
}

/** Counts stored before the test. */
const countedBefore: Partial<Record<WindowName, { key: string; count: number }>> = {
  sign_ups_of_range: { key: '192.0.2', count: 194 },
}

/** Two apps with a database connection each: to a limit on PostgreSQL, two processes. */
async function openApps(name: WindowName) {
  const settings = { RATE_LIMIT: 'on', TRUST_PROXY: 'on', SIGN_UPS_PER_HOUR: '20' }
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const options = { log, settings: { ...settings, ...settingsOf[name] } }
  if (inject('engine') === 'sqlite') return { portals: [await openPortal(options)] as const, lines }
  const place = await makePlace()
  const first = await openPortal({ ...options, database: await openTestDatabase(place) })
  const second = await openPortal({ ...options, database: await openTestDatabase(place) })
  return { portals: [first, second] as const, lines }
}

async function openParty({ portal, address }: { portal: Portal; address: string }) {
  const people = [await signIn(portal), await signIn(portal)]
  const { token: staff } = await signIn(portal, `staff-${address}@clinic.example`, 'admin')
  const tokens = people.map(({ token }) => token)
  const made = await portal.app.request('/calendar-feed', {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[1]}`, 'x-forwarded-for': '203.0.113.250' },
  })
  const { address: feed = '' } = (await made.json()) as { address?: string }
  return { address, tokens, staff, feed: feed && new URL(feed).pathname, secret: `x_${address}` }
}

test.each(windowNames)(
  '%s: exactly as many requests pass as the table allows, even when all come concurrently',
  async (name) => {
    const { portals, lines } = await openApps(name)
    const [portal] = portals
    const { most, seconds, by } = windows[name]
    const allowed = typeof most === 'number' ? most : most.of(portal.config)
    const before = countedBefore[name]
    if (before) {
      const endsAt = new Date(portal.time.now.getTime() + seconds * 1000).toISOString()
      const row = { name, ...before, endsAt }
      await portal.database.query.insertInto('limitCounts').values(row).execute()
    }
    const one = await openParty({ portal, address: '192.0.2.1' })
    const other = await openParty({ portal, address: '198.51.100.250' })
    let n = 0
    const call = (party: Party) => {
      const { app } = portals[n % portals.length] ?? portal
      const send: Send = async (method, path, { token, body, from = party.address } = {}) =>
        app.request(path, {
          method,
          headers: {
            origin: 'http://localhost:5000',
            'x-forwarded-for': from,
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
      const made = proofs[name](send, party, n, portal)
      n += 1
      return made
    }
    const answers = await Promise.all(
      Array.from({ length: allowed - (before?.count ?? 0) + 3 }, () => call(one)),
    )
    const held = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(held).toHaveLength(3)
    for (const answer of held) {
      expect(answer.headers.get('retry-after')).toBe(String(seconds))
      expect(ErrorBody.parse(await answer.json()).code).toMatch(/^too_many_(requests|sign_ups)$/)
    }
    expect((await call(other)).status === 429).toBe(by === 'everybody')
    const texts = await Promise.all(portals.map(({ deps }) => deps.metrics.text()))
    const counted = texts.flatMap((text) => [
      ...text.matchAll(/^molar_limits_reached_total\{limit="(\w+)"\} (\d+)$/gm),
    ])
    expect(new Set(counted.map(([, limit]) => limit))).toEqual(new Set([name]))
    expect(counted.reduce((sum, [, , hits]) => sum + Number(hits), 0)).toBe(
      by === 'everybody' ? 4 : 3,
    )
    const said = lines.filter((line) => line.includes('limit reached'))
    expect(said).toHaveLength(counted.length)
    expect(said.join()).not.toMatch(/192\.0\.2|@/)
    const { now } = portal.time
    for (const { time } of portals) time.now = new Date(now.getTime() + seconds * 1000)
    expect((await call(one)).status).not.toBe(429)
  },
)

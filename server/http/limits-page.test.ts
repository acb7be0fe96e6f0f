import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { everyEndpoint } from '../../contract/every-endpoint.ts'
import { readConfig } from '../config.ts'
import { atOnce, counted, type LimitName, limitsOf, rules, windows } from './limits.ts'

const root = join(import.meta.dirname, '../..')

/** The test of each limit that is not a window: its file and a part of its name. */
const provedIn: Record<Exclude<LimitName, keyof typeof windows>, [file: string, name: string]> = {
  connections: ['server/http/listen.test.ts', 'when all connections are taken'],
  connections_of_network: ['server/http/listen.test.ts', 'the 513th connection of one address'],
  requests_ahead: ['server/http/listen.test.ts', 'too many cut the connection'],
  streams: ['server/appointments/watch-available.test.ts', 'every stream beyond 5,000'],
  streams_of_network: ['server/appointments/watch-available.test.ts', 'can have 50 streams'],
  offer_streams: [
    'server/waitlist/watch-offers.test.ts',
    'an account can open at most ten streams',
  ],
  staff_streams: ['server/schedule/watch-days.test.ts', 'an account can open 20 streams'],
  hashes: ['server/identity/passwords/hash-passwords.test.ts', 'at most two hashes'],
  hashes_waiting: ['server/identity/passwords/hash-passwords.test.ts', 'when the queue is full'],
  guesses: ['server/identity/limits.test.ts', 'from many addresses concurrently'],
  proofs: ['server/identity/account/account.test.ts', 'too_many_guesses'],
  owner_mails: ['server/notifications/bounds.test.ts', 'concurrent reset requests'],
  mails: ['server/notifications/bounds.test.ts', 'mails to an address are limited'],
  confirmation_links: [
    'server/identity/account/account.test.ts',
    'the confirmation can be requested again',
  ],
  email_changes: ['server/identity/account/change-email.test.ts', 'address changes are limited'],
  bookings: ['server/appointments/bounds.test.ts', 'bookings per hour are limited'],
  unpaid: ['server/appointments/bounds.test.ts', 'limit of upcoming unpaid'],
  waitlist_requests: ['server/waitlist/bounds.test.ts', 'an account has at most five requests'],
  dependents: ['server/patients/family.test.ts', '20 of 30 concurrent additions'],
}

test.each(Object.entries(provedIn))(
  '%s, which is counted elsewhere, has a test there',
  (_, [file, name]) => {
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(readFileSync(join(root, file), 'utf8')).toContain(name)
  },
)

/** A table of Markdown. */
function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function span(seconds: number): string {
  const units = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const
  const [length, unit] = units.find(([length]) => seconds % length === 0) ?? [1, 'second']
  const count = seconds / length
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}

function describeLimits(): string {
  const config = readConfig({})
  const inWindows = Object.entries(windows).map(([name, { by, most, seconds, where, what }]) => {
    const number = typeof most === 'number' ? most : `\`${most.setting}\` (${most.of(config)})`
    return [`\`${name}\``, what, counted[by], number, span(seconds), where]
  })
  const bounds = Object.entries(atOnce).map(([name, { by, most, answer, what }]) => {
    return [`\`${name}\``, what, counted[by], most, answer]
  })
  const kept = Object.entries(rules).map(([name, rule]) => {
    const { by, most, answer, what } = rule
    const within = 'seconds' in rule ? span(rule.seconds) : 'at a time'
    return [`\`${name}\``, what, counted[by], most, within, answer]
  })
  const calls = Object.values<Endpoint>(everyEndpoint)
    .map((endpoint) => [
      `\`${endpoint.method} ${endpoint.path}\``,
      limitsOf(endpoint)
        .filter((name) => !usual.some((one) => one === name))
        .map((name) => `\`${name}\``)
        .join(', '),
    ])
    .filter(([, names]) => names !== '')
  return `${[
    introduction,
    '## In windows',
    windowsText,
    table(['limit', 'what', 'counted by', 'most', 'within', 'where'], inWindows),
    '## At once',
    'In each process. Except for those counted by network, they hold with `RATE_LIMIT=off` too.',
    table(['limit', 'what', 'counted by', 'most', 'beyond it'], bounds),
    '## By the rows of the database',
    'Exact with any number of processes, and kept across restarts. Limits that the clinic sets (page Policy) hold with `RATE_LIMIT=off` too.',
    table(['limit', 'what', 'counted by', 'most', 'within', 'beyond it'], kept),
    '## Calls with limits of their own',
    'Feeds and payments are also counted by the feed or payment that they name: `feed_reads`, `feed_misses`, `payment_attempts`. Calls under `/api/auth` have the limits named after them.',
    table(['call', 'limits'], calls),
  ].join('\n\n')}\n`
}

const usual = ['account_calls', 'account_writes', 'anonymous_writes']

const introduction = `# Limits

All limits on rates and amounts, from \`server/http/limits.ts\`. A test writes this page from that table
(\`npx vitest run server/http/limits-page.test.ts --project sqlite -u\`) and fails when the two differ.

\`RATE_LIMIT=off\` (refused in production) is for load tests. A network is that of the socket or, behind a trusted proxy, that
of \`X-Forwarded-For\` (\`TRUST_PROXY\`: a number of hops, or networks in CIDR notation). When the header arrives and no proxy
is trusted, the log says so once: all callers then share the proxy's address.

A call over a limit is answered 429 with a code and \`Retry-After\`, and the screens say when to try again. \`/metrics\` counts
refusals in \`molar_limits_reached_total\`, by the limit's name and nothing else; the log names each limit at most once a
minute.`

const windowsText = `A window begins with the first call that it counts, and allows this many until it ends; so up to twice as many may pass in a row
where two windows meet. Every call counts in \`calls\` and every file in \`files\`, except requests from this machine itself: a proxy
here that hides its callers would otherwise be refused for all of them. A call by a signed-in user also counts in \`account_calls\` and, if
it changes data, in \`account_writes\`; one that changes data without a signed-in user counts in \`anonymous_writes\`. The calls at the end of
this page count in their own limits instead.

Where they are counted: \`process\` means in memory, so a read needs no write, and each process allows the full number; \`shared\` means
in memory on SQLite, which has one process, and in the database on PostgreSQL, by one statement that counts and decides, so the number is
exact over all processes; \`database\` means in the database on both. A restart forgets what is in memory: on SQLite the \`shared\`
windows, but never sign-ups, wrong passwords or mails.`

test('docs/limits.md matches the table of limits', async () => {
  await expect(describeLimits()).toMatchFileSnapshot(join(root, 'docs/limits.md'))
})

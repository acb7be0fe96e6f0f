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
  connections: ['server/http/listen.test.ts', 'where all connections are taken'],
  connections_of_network: ['server/http/listen.test.ts', 'the 513th connection of one address'],
  requests_ahead: ['server/http/listen.test.ts', 'too many cut the connection'],
  streams: ['server/appointments/watch-available.test.ts', 'past 5,000 the server takes no more'],
  streams_of_network: ['server/appointments/watch-available.test.ts', 'one address has 50 streams'],
  offer_streams: [
    'server/waitlist/watch-offers.test.ts',
    'an account can open a limited number of streams',
  ],
  staff_streams: ['server/schedule/watch-days.test.ts', 'an account has 20 streams'],
  hashes: [
    'server/identity/passwords/hash-passwords.test.ts',
    'two at once, the others in their order',
  ],
  hashes_waiting: ['server/identity/passwords/hash-passwords.test.ts', 'past those that may wait'],
  guesses: ['server/identity/limits.test.ts', 'from many addresses at once is slowed'],
  proofs: ['server/identity/account/account.test.ts', 'too_many_guesses'],
  owner_mails: ['server/notifications/bounds.test.ts', 'twenty resets requested at once'],
  mails: [
    'server/notifications/bounds.test.ts',
    'an address gets a limited number of mails an hour',
  ],
  confirmation_links: [
    'server/identity/account/account.test.ts',
    'the confirmation is sent again a few times an hour',
  ],
  email_changes: ['server/identity/account/change-email.test.ts', 'changes are counted by account'],
  bookings: ['server/appointments/bounds.test.ts', 'so many bookings an hour'],
  unpaid: ['server/appointments/bounds.test.ts', 'holds so many unpaid appointments'],
  waitlist_requests: ['server/waitlist/bounds.test.ts', 'an account has at most five requests'],
  dependents: ['server/patients/family.test.ts', 'of 30 added at once a list takes 20'],
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
    'In each process, whatever RATE_LIMIT says but for what is counted by network.',
    table(['limit', 'what', 'counted by', 'most', 'beyond it'], bounds),
    '## By the rows of the database',
    'Exact with any number of processes; a restart forgets nothing. What the clinic says (page Policy) holds with RATE_LIMIT=off, too.',
    table(['limit', 'what', 'counted by', 'most', 'within', 'beyond it'], kept),
    '## Calls with limits of their own',
    'Feeds and payments are counted besides by what they name: `feed_reads`, `feed_misses`, `payment_attempts`. Calls under `/api/auth` have the limits that are named after them.',
    table(['call', 'limits'], calls),
  ].join('\n\n')}\n`
}

const usual = ['account_calls', 'account_writes', 'anonymous_writes']

const introduction = `# Limits

Every limit on how often and how much, from \`server/http/limits.ts\`. This page is written from that table by a test
(\`vitest run server/http/limits-page.test.ts --project sqlite -u\`), which fails where the two differ.

\`RATE_LIMIT=off\` (refused in production) is for load tests. A network is who the socket or, behind a proxy of one's own,
\`X-Forwarded-For\` names (\`TRUST_PROXY\`: so many hops, or networks in CIDR notation). Where that header comes and no proxy is
trusted, the log says so once: all callers then share the proxy's address.

One too many is answered 429 with a code and \`Retry-After\`, and our screens say when to try again. \`/metrics\` counts
what is refused in \`molar_limits_reached_total\`, by the limit's name and nothing else; the log names each limit at most once a
minute.`

const windowsText = `So many from the first that is counted, until the window ends; so at the seam of two windows up to twice as many in a row.
Every call counts in \`calls\`, and what is no call in \`files\`, unless it comes from this machine itself: a proxy here that hides who calls would be refused for
all of them. A call with proof of an account counts in \`account_calls\`, and in \`account_writes\` where it changes something; one
that changes something without proof in \`anonymous_writes\`; the calls at the end of this page in their own limits instead.

Where they are counted: \`process\` in memory, so that reading costs no write, and each process allows as much; \`shared\` in
memory on SQLite, which has one process, and in the database on PostgreSQL, by one statement that counts and decides, so that
exactly as many pass over all processes; \`database\` on both. A restart forgets what is in memory: on SQLite the windows of
\`shared\`, never sign-ups, wrong passwords or mails.`

test('docs/limits.md says what the table says', async () => {
  await expect(describeLimits()).toMatchFileSnapshot(join(root, 'docs/limits.md'))
})

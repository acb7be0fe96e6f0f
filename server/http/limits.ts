import type { Endpoint } from '../../contract/endpoint.ts'
import { everyEndpoint } from '../../contract/every-endpoint.ts'
import type { Config } from '../config.ts'

/**
 * All limits on rates and amounts, by name; docs/limits.md shows them as a page. `count-limits.ts` counts the
 * windows; other limits only have their number here.
 */

/** The groups that are counted together. */
export const counted = {
  network: 'network (an IPv4 address, an IPv6 /64)',
  range: 'range of networks (an IPv4 /24, an IPv6 /48)',
  account: 'account',
  recipient: 'address written to',
  address: 'address typed',
  payment: 'payment',
  feed: 'feed',
  everybody: 'everybody together',
} as const
export type Counted = keyof typeof counted

/**
 * Where windows are counted:
 *
 * - `process`: in memory, so each process allows as much; costs no query
 *
 * - `shared`: in memory on SQLite, which has one process; on PostgreSQL in the database, exact over all
 * processes
 *
 * - `database`: in the database on both engines, so a restart does not reset it
 */
type Where = 'process' | 'shared' | 'database'

/** A number, or the operator's setting. */
type Most = number | { setting: string; of: (config: Config) => number }

type Window = { by: Counted; most: Most; seconds: number; where: Where; what: string }

const hour = 3600
const process = { where: 'process' } as const
const shared = { where: 'shared' } as const
const database = { where: 'database' } as const

/** A number of calls within seconds, from the first one counted. One more answers 429. */
export const windows = {
  calls: { by: 'network', most: 3000, seconds: 60, ...process, what: 'All calls by anyone' },
  files: {
    ...{ by: 'network', most: 6000, seconds: 60, ...process },
    what: 'Pages, their files, pictures and `/openapi.json`: enough for an office in which a hundred people open the site for the first time, about fifty files each',
  },
  account_calls: {
    ...{ by: 'account', most: 1200, seconds: 60, ...process },
    what: 'All calls of the account',
  },
  account_writes: {
    ...{ by: 'account', most: 240, seconds: 60, ...process },
    what: 'Calls that change data and have no limit of their own',
  },
  anonymous_writes: {
    ...{ by: 'network', most: 120, seconds: 60, ...process },
    what: 'Calls that change data without a signed-in user, such as links in mails',
  },
  vitals: { by: 'network', most: 300, seconds: 60, ...process, what: 'Reports about page speed' },
  content_reports: {
    ...{ by: 'network', most: 30, seconds: 60, ...process },
    what: 'Reports about content that a browser blocked; more than this come from a page in a loop, or are forged',
  },
  sign_ins: { by: 'network', most: 10, seconds: 60, ...shared, what: 'Sign-ins with a password' },
  provider_sign_ins: {
    ...{ by: 'network', most: 20, seconds: 60, ...shared },
    what: 'Sign-ins with Google',
  },
  sign_ups: { by: 'network', most: 10, seconds: 600, ...shared, what: 'Sign-up attempts' },
  sign_ups_per_hour: {
    ...{ by: 'network', seconds: hour, ...database },
    most: { setting: 'SIGN_UPS_PER_HOUR', of: ({ signUps }) => signUps.perHour },
    what: 'Sign-ups, whether the address was free or taken',
  },
  sign_ups_per_day: {
    ...{ by: 'network', seconds: 24 * hour, ...database },
    most: { setting: 'SIGN_UPS_PER_DAY', of: ({ signUps }) => signUps.perDay },
    what: 'Sign-ups within a day',
  },
  sign_ups_of_range: {
    ...{ by: 'range', most: 200, seconds: 24 * hour, ...database },
    what: 'Sign-ups from a range, for somebody who has many networks',
  },
  reset_requests: {
    ...{ by: 'network', most: 5, seconds: 600, ...shared },
    what: 'Requests for a reset link (Forgot Password)',
  },
  resets: {
    ...{ by: 'network', most: 10, seconds: 600, ...shared },
    what: 'New passwords set through a link',
  },
  identity_calls: {
    ...{ by: 'network', most: 30, seconds: 60, ...shared },
    what: 'All other calls under `/api/auth`, except reading the session',
  },
  confirmations: {
    ...{ by: 'network', most: 30, seconds: 600, ...shared },
    what: 'Actions of the links in mails about accounts',
  },
  contact: { by: 'network', most: 5, seconds: 600, ...shared, what: 'Contact messages' },
  contact_of_all: {
    ...{ by: 'everybody', most: 100, seconds: hour, ...shared },
    what: 'Contact messages from all senders together, so that many senders cannot fill the mailbox',
  },
  card_attempts: {
    ...{ by: 'account', most: 30, seconds: 600, ...shared },
    what: 'Payment steps; testing stolen cards takes hundreds',
  },
  payment_attempts: {
    ...{ by: 'payment', most: 30, seconds: 600, ...shared },
    what: 'Payment steps for one payment, from any account',
  },
  waitlist_searches: {
    ...{ by: 'account', most: 60, seconds: 600, ...process },
    what: 'Changes to waitlist requests; each one starts a search',
  },
  exports: { by: 'account', most: 30, seconds: 600, ...shared, what: 'Downloads of tables' },
  own_data: {
    ...{ by: 'account', most: 20, seconds: hour, ...shared },
    what: 'Downloads of one’s own data',
  },
  imports: {
    ...{ by: 'account', most: 60, seconds: hour, ...shared },
    what: 'Imported files of patients',
  },
  backups: {
    ...{ by: 'account', most: 12, seconds: hour, ...shared },
    what: 'Backups started on the page',
  },
  backup_lists: {
    ...{ by: 'account', most: 60, seconds: 600, ...process },
    what: 'Lists of stored backups, which ask the store',
  },
  uploads: { by: 'account', most: 60, seconds: 600, ...shared, what: 'Photos' },
  feed_reads: {
    ...{ by: 'feed', most: 30, seconds: 600, ...process },
    what: 'Reads by subscribed calendars; Google reads for many people from one address',
  },
  feed_misses: {
    ...{ by: 'network', most: 60, seconds: 600, ...process },
    what: 'Requests for feeds that do not exist',
  },
} as const satisfies Record<string, Window>
export type WindowName = keyof typeof windows

type Bound = { by: Counted; most: number; answer: string; what: string }

const tooMany = '429 `too_many_requests`'
const unavailable = '503 `unavailable`'
const cut = 'the connection is closed'
const makesRoom = 'the one idle for longest is closed'

/** A number at the same time, in each process. */
export const atOnce = {
  connections: { by: 'everybody', most: 10_000, answer: makesRoom, what: 'Connections' },
  connections_of_network: {
    ...{ by: 'network', most: 512, answer: cut },
    what: 'Connections: enough for an office behind one address, six for each browser; trusted proxies are exempt',
  },
  requests_ahead: {
    ...{ by: 'network', most: 32, answer: cut },
    what: 'Requests that one connection sends before it has their answers; browsers never do',
  },
  streams: {
    ...{ by: 'everybody', most: 5000, answer: unavailable },
    what: 'Live streams of free slots: more than any clinic needs, and still cheap to notify',
  },
  streams_of_network: {
    ...{ by: 'network', most: 50, answer: tooMany },
    what: 'Live streams of free slots: enough for a household, an office or a school behind one address',
  },
  offer_streams: {
    ...{ by: 'account', most: 10, answer: tooMany },
    what: 'Live streams of waitlist offers',
  },
  staff_streams: {
    ...{ by: 'account', most: 20, answer: tooMany },
    what: 'Live streams for staff',
  },
  hashes: {
    ...{ by: 'everybody', most: 2, answer: 'the others wait' },
    what: 'Passwords being hashed; two of the four threads stay free for other work',
  },
  hashes_waiting: {
    ...{ by: 'everybody', most: 100, answer: unavailable },
    what: 'Passwords waiting to be hashed; the last one waits about four seconds',
  },
} as const satisfies Record<string, Bound>
export type BoundName = keyof typeof atOnce

type Rule = {
  by: Counted
  /** In words, where we do not set the number. */
  most: number | string
  /** Absent for a number of existing rows rather than of calls. */
  seconds?: number
  answer: string
  what: string
}

/**
 * Limits that rows and rules of the database enforce: exact over any number of processes, and not reset by a
 * restart.
 */
export const rules = {
  guesses: {
    ...{ by: 'address', most: 10, answer: '429 `too_many_guesses`' },
    what: 'Wrong passwords, from any network. After that the wait doubles from 2 s to 15 min, until the right password or a day without a wrong one. Networks from which this account was signed in before are not slowed',
  },
  proofs: {
    ...{ by: 'account', most: 10, answer: '429 `too_many_guesses`' },
    what: 'Wrong passwords of a signed-in user, with the same waits',
  },
  owner_mails: {
    ...{ by: 'recipient', most: 5, seconds: hour, answer: 'it is not mailed' },
    what: 'Mails of one kind about the account: confirmation, reset, change of address',
  },
  mails: {
    ...{ by: 'recipient', most: '`MAILS_PER_HOUR` (20)', seconds: hour },
    answer: 'the mail waits, and is dropped after a day',
    what: 'All other mails and text messages',
  },
  confirmation_links: {
    ...{ by: 'account', most: 5, seconds: hour, answer: '429 `too_many_confirmations`' },
    what: 'Links to confirm the account’s address',
  },
  email_changes: {
    ...{ by: 'account', most: 5, seconds: hour, answer: '429 `too_many_email_changes`' },
    what: 'Changes of the account’s address; each sends a mail to an address of the user’s choice',
  },
  bookings: {
    ...{ by: 'account', most: 'the clinic says (Policy)', seconds: hour },
    answer: '429 `too_many_bookings`',
    what: 'Bookings, including cancelled ones',
  },
  unpaid: {
    ...{ by: 'account', most: 'the clinic says (Policy)', answer: '409 `too_many_unpaid`' },
    what: 'Upcoming unpaid appointments; fewer until the e-mail is confirmed: 409 `confirm_first`',
  },
  waitlist_requests: {
    ...{ by: 'account', most: 'the clinic says (Policy)', answer: '409 `too_many_requests`' },
    what: 'Waitlist requests; one until the e-mail is confirmed',
  },
  dependents: {
    ...{ by: 'account', most: 20, answer: '409 `family_full`' },
    what: 'People in the family list',
  },
} as const satisfies Record<string, Rule>

export type LimitName = WindowName | BoundName | keyof typeof rules

type EndpointName = keyof typeof everyEndpoint

/**
 * The limits of calls that are expensive or may be abused. All others have those of their access: `calls`, and
 * also `account_calls` with `account_writes`, or `anonymous_writes`.
 */
const ofEndpoints: Partial<Record<EndpointName, readonly WindowName[]>> = {
  reportVitals: ['vitals'],
  sendContactMessage: ['contact', 'contact_of_all'],
  confirmEmail: ['confirmations'],
  confirmByPassword: ['confirmations'],
  confirmWithNewPassword: ['confirmations'],
  denyAccount: ['confirmations'],
  confirmEmailChange: ['confirmations'],
  stopEmailChange: ['confirmations'],
  createPaymentIntent: ['card_attempts'],
  confirmPayment: ['card_attempts'],
  createSandboxCard: ['card_attempts'],
  confirmSandboxIntent: ['card_attempts'],
  answerSandboxChallenge: ['card_attempts'],
  requestEarlier: ['waitlist_searches'],
  changeRequest: ['waitlist_searches'],
  resumeRequest: ['waitlist_searches'],
  exportPractice: ['exports'],
  exportAppointments: ['exports'],
  exportPayments: ['exports'],
  readData: ['own_data'],
  checkImport: ['imports'],
  importPatients: ['imports'],
  uploadImage: ['uploads'],
  exportPatient: ['exports'],
  listBackups: ['backup_lists'],
  makeBackup: ['backups'],
  readLink: [],
  readOffer: [],
  readInvitation: ['confirmations'],
  acceptInvitation: ['confirmations'],
}

const named = new Map<Endpoint, EndpointName>(
  Object.entries<Endpoint>(everyEndpoint).map(([name, endpoint]) => [
    endpoint,
    name as EndpointName,
  ]),
)

/** The windows that count a call of this endpoint besides `calls`. */
export function limitsOf(endpoint: Endpoint): readonly WindowName[] {
  const name = named.get(endpoint)
  const own = name && ofEndpoints[name]
  const isRead = endpoint.method === 'GET'
  if (endpoint.access === 'anyone') return own ?? (isRead ? [] : ['anonymous_writes'])
  return ['account_calls', ...(own ?? (isRead ? [] : (['account_writes'] as const)))]
}

/** The windows of calls under `/api/auth`, which are not in the contract's table. */
const ofIdentity: Record<string, readonly WindowName[]> = {
  '/sign-in/email': ['sign_ins'],
  '/passkey/verify-authentication': ['sign_ins'],
  '/sign-in/social': ['provider_sign_ins'],
  '/callback/google': ['provider_sign_ins'],
  '/sign-up/email': ['sign_ups'],
  '/request-password-reset': ['reset_requests'],
  '/reset-password': ['resets'],
  // Read on every page view.
  '/get-session': [],
}

/** The windows that count a call under `/api/auth` besides `calls`. */
export function limitsOfIdentity(path: string): readonly WindowName[] {
  return ofIdentity[path] ?? ['identity_calls']
}

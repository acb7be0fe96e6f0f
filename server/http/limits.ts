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
  calls: { by: 'network', most: 3000, seconds: 60, ...process, what: 'All calls, of anyone' },
  files: {
    ...{ by: 'network', most: 6000, seconds: 60, ...process },
    what: 'Pages, what they load, pictures and `/openapi.json`: an office of a hundred first visits, each of some fifty',
  },
  account_calls: { by: 'account', most: 1200, seconds: 60, ...process, what: 'All its calls' },
  account_writes: {
    ...{ by: 'account', most: 240, seconds: 60, ...process },
    what: 'Calls that change something and have no limit of their own',
  },
  anonymous_writes: {
    ...{ by: 'network', most: 120, seconds: 60, ...process },
    what: 'The same of calls that need nobody signed in, such as links in mails',
  },
  vitals: { by: 'network', most: 300, seconds: 60, ...process, what: 'Reports of page speed' },
  content_reports: {
    ...{ by: 'network', most: 30, seconds: 60, ...process },
    what: 'Reports of what browsers refused: more come from a page in a loop, or are made up',
  },
  sign_ins: { by: 'network', most: 10, seconds: 60, ...shared, what: 'Signing in by password' },
  provider_sign_ins: {
    by: 'network',
    most: 20,
    seconds: 60,
    ...shared,
    what: 'The same by Google',
  },
  sign_ups: { by: 'network', most: 10, seconds: 600, ...shared, what: 'Tries to sign up' },
  sign_ups_per_hour: {
    ...{ by: 'network', seconds: hour, ...database },
    most: { setting: 'SIGN_UPS_PER_HOUR', of: ({ signUps }) => signUps.perHour },
    what: 'Accounts asked for, with taken and with free addresses',
  },
  sign_ups_per_day: {
    ...{ by: 'network', seconds: 24 * hour, ...database },
    most: { setting: 'SIGN_UPS_PER_DAY', of: ({ signUps }) => signUps.perDay },
    what: 'The same within a day',
  },
  sign_ups_of_range: {
    ...{ by: 'range', most: 200, seconds: 24 * hour, ...database },
    what: 'The same of who has many networks',
  },
  reset_requests: { by: 'network', most: 5, seconds: 600, ...shared, what: 'Forgot Password' },
  resets: { by: 'network', most: 10, seconds: 600, ...shared, what: 'Choosing a password by link' },
  identity_calls: {
    ...{ by: 'network', most: 30, seconds: 60, ...shared },
    what: 'Every other call under `/api/auth`, except for reading the session',
  },
  confirmations: {
    ...{ by: 'network', most: 30, seconds: 600, ...shared },
    what: 'What the links of mails about accounts do',
  },
  contact: { by: 'network', most: 5, seconds: 600, ...shared, what: 'The contact form' },
  contact_of_all: {
    ...{ by: 'everybody', most: 100, seconds: hour, ...shared },
    what: 'The same: many senders together must not fill the mailbox either',
  },
  card_attempts: {
    ...{ by: 'account', most: 30, seconds: 600, ...shared },
    what: 'Steps of paying: who tests stolen cards needs hundreds',
  },
  payment_attempts: {
    ...{ by: 'payment', most: 30, seconds: 600, ...shared },
    what: 'The same, also over several accounts',
  },
  waitlist_searches: {
    ...{ by: 'account', most: 60, seconds: 600, ...process },
    what: 'Changes of waitlist requests, each of which searches',
  },
  exports: { by: 'account', most: 30, seconds: 600, ...shared, what: 'Downloads of tables' },
  own_data: { by: 'account', most: 20, seconds: hour, ...shared, what: 'Downloads of own data' },
  imports: { by: 'account', most: 60, seconds: hour, ...shared, what: 'Files of patients' },
  backups: { by: 'account', most: 12, seconds: hour, ...shared, what: 'Backups begun on the page' },
  backup_lists: {
    ...{ by: 'account', most: 60, seconds: 600, ...process },
    what: 'Lists of the stored backups, for which a store is asked',
  },
  uploads: { by: 'account', most: 60, seconds: 600, ...shared, what: 'Photos' },
  feed_reads: {
    ...{ by: 'feed', most: 30, seconds: 600, ...process },
    what: 'A calendar that subscribes: Google asks for many people from one address',
  },
  feed_misses: { by: 'network', most: 60, seconds: 600, ...process, what: 'Feeds that are none' },
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
    what: 'Connections: an office behind one address, each browser with six; no trusted proxy',
  },
  requests_ahead: {
    ...{ by: 'network', most: 32, answer: cut },
    what: 'Requests that one connection sends ahead of their answers; browsers send none',
  },
  streams: {
    ...{ by: 'everybody', most: 5000, answer: unavailable },
    what: 'Live streams of free slots: more than the patients of any clinic, still cheap to notify',
  },
  streams_of_network: {
    ...{ by: 'network', most: 50, answer: tooMany },
    what: 'The same: a household, an office or a school behind one address',
  },
  offer_streams: {
    ...{ by: 'account', most: 10, answer: tooMany },
    what: 'Live streams of what the waitlist offers',
  },
  staff_streams: {
    ...{ by: 'account', most: 20, answer: tooMany },
    what: "Live streams of staff's screens",
  },
  hashes: {
    ...{ by: 'everybody', most: 2, answer: 'the others wait' },
    what: 'Passwords that are hashed; of four threads, two stay for other work',
  },
  hashes_waiting: {
    ...{ by: 'everybody', most: 100, answer: unavailable },
    what: 'Passwords that wait for it: the last for some four seconds',
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
    what: 'Wrong passwords, from anywhere; then 2 s to wait, doubled to 15 min, until a right one or a day without. Networks from which it was signed in to before are not slowed',
  },
  proofs: {
    ...{ by: 'account', most: 10, answer: '429 `too_many_guesses`' },
    what: 'Wrong passwords of who is signed in, likewise',
  },
  owner_mails: {
    ...{ by: 'recipient', most: 5, seconds: hour, answer: 'it is not mailed' },
    what: 'Mails of one kind about its account: confirmation, reset, change of address',
  },
  mails: {
    ...{ by: 'recipient', most: '`MAILS_PER_HOUR` (20)', seconds: hour },
    answer: 'the mail waits, and is dropped after a day',
    what: 'All other mails and texts',
  },
  confirmation_links: {
    ...{ by: 'account', most: 5, seconds: hour, answer: '429 `too_many_confirmations`' },
    what: 'Links that confirm its address',
  },
  email_changes: {
    ...{ by: 'account', most: 5, seconds: hour, answer: '429 `too_many_email_changes`' },
    what: 'Changes of its address: each is a mail to an address of its choice',
  },
  bookings: {
    ...{ by: 'account', most: 'the clinic says (Policy)', seconds: hour },
    answer: '429 `too_many_bookings`',
    what: 'Bookings, cancelled or not',
  },
  unpaid: {
    ...{ by: 'account', most: 'the clinic says (Policy)', answer: '409 `too_many_unpaid`' },
    what: 'Unpaid appointments to come; before the e-mail is confirmed, fewer: 409 `confirm_first`',
  },
  waitlist_requests: {
    ...{ by: 'account', most: 'the clinic says (Policy)', answer: '409 `too_many_requests`' },
    what: 'Requests on the waitlist; before the e-mail is confirmed, one',
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

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { parse, stringify } from 'uuid'
import type { LinkRefusal } from '../../contract/email-links/refusals.ts'
import { mailedPaths } from '../../contract/page-paths.ts'
import { type Appointment, type Refused, refused } from '../appointments/appointment.ts'
import { findById } from '../appointments/find-appointment.ts'
import { findImpossible } from '../appointments/find-impossible.ts'
import type { Deps } from '../deps.ts'
import { beginOf } from '../reminders/find-due.ts'
import { allSecrets, deriveKey, type Secrets } from '../secrets.ts'

/** Half a SHA-256: as far out of reach, and the link stays short. */
const signatureBytes = 16
/** The same as text. */
const signatureLength = 22

const purposes = ['confirm', 'reschedule', 'cancel'] as const
/** What a link from a mail is for. */
export type LinkPurpose = (typeof purposes)[number]

/** What its token begins with. */
const letters: Record<LinkPurpose, string> = { confirm: 'c', reschedule: 'r', cancel: 'x' }

/** By the letter of a token, what it is for and the word that was signed; links sent before say `move`. */
const kinds = new Map<string, { purpose: LinkPurpose; word: string }>([
  ...purposes.map((purpose) => [letters[purpose], { purpose, word: purpose }] as const),
  ['m', { purpose: 'reschedule', word: 'move' }],
])

/** What a token names, before anything is known to be true of it. */
type NamedLink = { purpose: LinkPurpose; word: string; appointmentId: string; mac: string }

/** What a link is signed for. */
export type LinkedTime = Pick<
  Appointment,
  'id' | 'treatmentId' | 'day' | 'slot' | 'timeRevision' | 'patient'
>

/**
 * The token of a link that does one thing to one appointment, for anyone who holds it. Nothing is stored:
 * it is signed together with the time that the appointment has, so it ends with that time.
 */
export function issueLink(secret: string, purpose: LinkPurpose, appointment: LinkedTime): string {
  const id = Buffer.from(parse(appointment.id)).toString('base64url')
  return letters[purpose] + signLink(secret, partsOf(purpose, appointment)) + id
}

/** The page of a link, to be put behind the portal's address. */
export function linkTo(purpose: LinkPurpose, token: string): string {
  const pages = {
    confirm: mailedPaths.confirmLink,
    reschedule: mailedPaths.rescheduleLink,
    cancel: mailedPaths.cancelLink,
  }
  return pages[purpose](token)
}

const cipherName = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * The token with which an address ends its reminders; it does not expire. Mail programs send it in a URL,
 * which may be logged on the way, so its content is encrypted and only the portal can read it (AES-256-GCM).
 */
export function issueUnsubscribe(secret: string, email: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(cipherName, sealKey(secret), nonce)
  const sealed = [nonce, cipher.update(email, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return `e${Buffer.concat(sealed).toString('base64url')}`
}

/** Whose reminders a token ends; `null` for one that is not ours. */
export function readUnsubscribe(secrets: Secrets, token: string): string | null {
  const rest = token.slice(1)
  if (token.startsWith('u')) return readSigned(secrets, rest)
  if (!token.startsWith('e')) return null
  const sealed = Buffer.from(rest, 'base64url')
  const opened = allSecrets(secrets).map((secret) => unseal(secret, sealed))
  return opened.find((email) => email !== null) ?? null
}

/** Links sent before have the address itself behind their signature. */
function readSigned(secrets: Secrets, rest: string): string | null {
  const mac = rest.slice(0, signatureLength)
  const email = Buffer.from(rest.slice(signatureLength), 'base64url').toString()
  return isLinkSigned(secrets, ['unsubscribe', email], mac) ? email : null
}

function unseal(secret: string, sealed: Buffer): string | null {
  if (sealed.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv(cipherName, sealKey(secret), sealed.subarray(0, nonceBytes))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const text = decipher.update(sealed.subarray(nonceBytes, -tagBytes))
  try {
    return Buffer.concat([text, decipher.final()]).toString()
  } catch {
    return null
  }
}

function sealKey(secret: string): Buffer {
  return Buffer.from(deriveKey(secret, 'unsubscribe'), 'base64url')
}

/** What the token of an appointment's link says of itself; `null` for what none of ours can be. */
export function readToken(token: string): NamedLink | null {
  const mac = token.slice(1, 1 + signatureLength)
  const rest = Buffer.from(token.slice(1 + signatureLength), 'base64url')
  const kind = kinds.get(token.slice(0, 1))
  if (!kind || rest.length !== 16) return null
  try {
    return { ...kind, appointmentId: stringify(rest), mac }
  } catch {
    return null
  }
}

/** Whether we have signed a token with this word and for the appointment as it is now. */
export function isSigned(
  secrets: Secrets,
  { word, mac }: { word: string; mac: string },
  appointment: LinkedTime,
): boolean {
  return isLinkSigned(secrets, partsOf(word, appointment), mac)
}

function partsOf(
  word: string,
  { id, treatmentId, day, slot, timeRevision, patient }: LinkedTime,
): LinkParts {
  // Moved away and back, it has the same time and another revision of it.
  const moved = timeRevision === 0 ? [] : [String(timeRevision)]
  return ['reply', word, id, treatmentId, day, slot, patient, ...moved]
}

/** The first is the purpose of a link, so that no other signature serves there. */
type LinkParts = readonly [purpose: string, ...string[]]

/** What proves that a link from a mail is ours. */
export function signLink(secret: string, parts: LinkParts): string {
  return sign(deriveKey(secret, 'links'), parts)
}

/** Whether this or a former secret of ours has signed a link; links sent before have no derived key. */
export function isLinkSigned(secrets: Secrets, parts: LinkParts, mac: string): boolean {
  return allSecrets(secrets)
    .flatMap((secret) => [deriveKey(secret, 'links'), secret])
    .some((key) => isSameSignature(mac, sign(key, parts)))
}

/** The parts are signed as JSON, so that none can run into the next. */
function sign(key: string, parts: LinkParts): string {
  const mac = createHmac('sha256', key)
    .update(`link:${JSON.stringify(parts)}`)
    .digest()
  return mac.subarray(0, signatureBytes).toString('base64url')
}

/** Whether two signatures are one, without telling by its time how far they agree. */
function isSameSignature(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

type FindParts = Pick<Deps, 'config' | 'database' | 'clock'>

/** What a link is good for now. */
export type FoundLink =
  | { purpose: LinkPurpose; appointment: Appointment }
  | { purpose: 'unsubscribe'; email: string }

/**
 * What a token is for, if we have signed it for what it names as that is now: a move, a cancelling or
 * the begin has ended it. Nobody confirms an appointment that cannot take place.
 */
export async function findLink(
  parts: FindParts,
  token: string,
): Promise<{ ok: true; link: FoundLink } | Refused<LinkRefusal>> {
  const { config, database, clock } = parts
  const email = readUnsubscribe(config, token)
  if (email !== null) return { ok: true, link: { purpose: 'unsubscribe', email } }
  const named = readToken(token)
  if (!named) return refused('link_void')
  const appointment = await findById(database.query, named.appointmentId)
  if (!appointment || !isSigned(config, named, appointment)) {
    return refused('link_void')
  }
  if (appointment.cancelledAt !== null) return refused('appointment_cancelled')
  if (beginOf(appointment, config.clinicTimeZone) <= clock().getTime()) {
    return refused('appointment_begun')
  }
  if (named.purpose === 'confirm') {
    const impossible = await findImpossible(database.query, [appointment])
    if (impossible.size > 0) return refused('appointment_impossible')
  }
  return { ok: true, link: { purpose: named.purpose, appointment } }
}

/** The same for a call that does one thing: a token for another is as good as none. */
export async function findAppointment(
  parts: FindParts,
  token: string,
  purpose: LinkPurpose,
): Promise<{ ok: true; appointment: Appointment } | Refused<LinkRefusal>> {
  const found = await findLink(parts, token)
  if (!found.ok) return found
  const { link } = found
  return link.purpose === purpose
    ? { ok: true, appointment: link.appointment }
    : refused('link_void')
}

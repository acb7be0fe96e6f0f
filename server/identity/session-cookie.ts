import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { allSecrets, deriveKey, type Secrets } from '../secrets.ts'

/**
 * How the names of all cookies of better-auth's begin. Browsers take `__Host-` over https alone, for
 * this host alone: no other host of the clinic's domain can set one.
 */
export function cookiePrefix(publicUrl: string): string {
  return publicUrl.startsWith('https://') ? '__Host-molar' : 'molar'
}

/** The session cookie as better-auth names it. */
export function sessionCookieName(publicUrl: string): string {
  return `${cookiePrefix(publicUrl)}.session_token`
}

/** As it was named over https before. */
const formerName = '__Secure-molar.session_token'
const attributes = 'Path=/; HttpOnly; SameSite=Lax'
/** Seconds; the session itself may end earlier. */
const week = 604_800

/** What a `Cookie` header says of a session; nothing of it is known to be alive. */
type SessionCookie = {
  token: string
  /** Whether its name and key are those that a sign-in would use now. */
  isCurrent: boolean
}

export type SessionCookies = ReturnType<typeof createSessionCookies>

/** Reads the cookies of sessions, and signs them as better-auth does. */
export function createSessionCookies(parts: Secrets & { publicUrl: string }) {
  const isSecure = parts.publicUrl.startsWith('https://')
  const name = sessionCookieName(parts.publicUrl)
  const secrets = allSecrets(parts)
  const current = keyOf(deriveKey(parts.authSecret, 'identity'))
  // The secrets themselves signed cookies until keys were derived from them, and no longer do: a valid cookie
  // of the former name was this browser's before and cannot have been planted.
  const former = secrets.map(keyOf)
  const keys = [...secrets.map((secret) => keyOf(deriveKey(secret, 'identity'))), ...former]

  function read(header: string): SessionCookie | null {
    const signed = readCookie(header, name)
    const newest = verify(signed, [current])
    if (newest !== null) return { token: newest, isCurrent: true }
    const older =
      signed === null && isSecure
        ? verify(readCookie(header, formerName), former)
        : verify(signed, keys)
    return older === null ? null : { token: older, isCurrent: false }
  }
  function sign(token: string): string {
    return `${name}=${encodeURIComponent(`${token}.${macOf(token, current).toString('base64')}`)}`
  }
  return {
    read,
    /** A session as a `Cookie` header has it. */
    sign,
    /** A header as better-auth reads it: with the session by its name, signed by the newest key. */
    toCurrent(header: string): string {
      const session = read(header)
      if (!session || session.isCurrent) return header
      const others = header.split(';').filter((pair) => pair.split('=', 1)[0]?.trim() !== name)
      return [sign(session.token), ...others].join('; ')
    },
    /** The lines of `Set-Cookie` that put a live session in place of how it was named and signed before. */
    renew(header: string): string[] {
      const session = read(header)
      if (!session || session.isCurrent) return []
      const secure = isSecure ? '; Secure' : ''
      return [`${sign(session.token)}; Max-Age=${week}; ${attributes}${secure}`]
    },
    /** The line that removes the cookie of the former name, where a browser has it. */
    removeFormer(header: string): string[] {
      if (!isSecure || readCookie(header, formerName) === null) return []
      return [`${formerName}=; Max-Age=0; ${attributes}; Secure`]
    },
  }
}

function keyOf(secret: string): KeyObject {
  return createSecretKey(secret, 'utf8')
}

function macOf(value: string, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(value).digest()
}

/** What better-call signs: `value.signature`, HMAC-SHA256 in base64. */
function verify(signed: string | null, keys: readonly KeyObject[]): string | null {
  const dot = signed?.lastIndexOf('.') ?? -1
  if (signed === null || dot < 1) return null
  const value = signed.slice(0, dot)
  const given = Buffer.from(signed.slice(dot + 1), 'base64')
  const isSignedBy = (key: KeyObject) => {
    const expected = macOf(value, key)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  return keys.some(isSignedBy) ? value : null
}

export function readCookie(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue
    try {
      return decodeURIComponent(pair.slice(equals + 1).trim())
    } catch {
      return null
    }
  }
  return null
}

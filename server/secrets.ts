import { hkdfSync } from 'node:crypto'

/** What a key is for; what one of them signs proves nothing to another. */
type Purpose =
  | 'identity'
  | 'links'
  | 'unsubscribe'
  | 'password salts'
  | 'second factors'
  | 'log'
  | 'settings of clinics'
  | `clinic ${string}`

/** AUTH_SECRET and what it was before: the first signs, and all of them verify. */
export type Secrets = { authSecret: string; formerSecrets: readonly string[] }

export function allSecrets({ authSecret, formerSecrets }: Secrets): readonly string[] {
  return [authSecret, ...formerSecrets]
}

/** There are as many as secrets and purposes: a handful for each clinic. */
const derived = new Map<string, string>()
const mostDerived = 10_000

/** A secret's key for a purpose, by HKDF (RFC 5869). */
export function deriveKey(secret: string, purpose: Purpose): string {
  const name = `${purpose} ${secret}`
  const known = derived.get(name)
  if (known) return known
  const bytes = hkdfSync('sha256', secret, '', `molar ${purpose}`, 32)
  const key = Buffer.from(bytes).toString('base64url')
  if (derived.size >= mostDerived) derived.clear()
  derived.set(name, key)
  return key
}

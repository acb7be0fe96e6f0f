import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { allSecrets, deriveKey, type Secrets } from '../secrets.ts'

/** Settings by their names in the environment. */
export type Settings = Record<string, string>

const Settings = z.record(z.string(), z.string())
const cipherName = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * A clinic's settings include keys that move money: they are encrypted, so that the database or a copy of it
 * does not reveal them.
 */
export function sealSettings(secret: string, id: string, settings: Settings): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(cipherName, keyOf(secret), nonce).setAAD(Buffer.from(id))
  const text = JSON.stringify(settings)
  const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(sealed).toString('base64url')
}

/**
 * Decrypts the settings of that clinic; `null` where AUTH_SECRET has changed and the former one is not known.
 */
export function openSettings(secrets: Secrets, id: string, sealed: string): Settings | null {
  const bytes = Buffer.from(sealed, 'base64url')
  for (const secret of allSecrets(secrets)) {
    const text = unseal(secret, id, bytes)
    if (text !== null) return Settings.parse(JSON.parse(text))
  }
  return null
}

function unseal(secret: string, id: string, sealed: Buffer): string | null {
  if (sealed.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv(cipherName, keyOf(secret), sealed.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(id)).setAuthTag(sealed.subarray(-tagBytes))
  const text = decipher.update(sealed.subarray(nonceBytes, -tagBytes))
  try {
    return Buffer.concat([text, decipher.final()]).toString()
  } catch {
    return null
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(deriveKey(secret, 'settings of clinics'), 'base64url')
}

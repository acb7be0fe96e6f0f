import { randomInt } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { StartError } from '../start-error.ts'
import { shutOutClaims } from './claim-queries.ts'
import type { Passwords } from './passwords/hash-passwords.ts'
import {
  adminExists,
  deleteUnverifiedUser,
  insertPassword,
  insertVerifiedUser,
  promoteVerifiedUser,
} from './queries.ts'

/** `password` is absent where the operator has set it. */
export type FirstAdmin = { email: string; password?: string }

/** Of the first admin at a desk, where it is tried out. */
const knownEmail = 'admin@molar.example'

type Parts = {
  config: Pick<Config, 'adminEmail' | 'adminPassword' | 'production'>
  database: Database
  clock: Clock
  passwords: Passwords
}

/**
 * Sees to it that the clinic has an admin (design.md section 6). Answers the one it made, with a
 * password to be shown once where it made that, too; `null` when there is one already, when a patient
 * with a confirmed ADMIN_EMAIL was promoted (their password stays), or when another process was faster.
 * In production the address is the operator's, and the password opens nothing but the way to another.
 */
export async function makeFirstAdmin({
  config,
  database,
  clock,
  passwords,
}: Parts): Promise<FirstAdmin | null> {
  if (await adminExists(database.query)) return null
  const email = config.adminEmail ?? knownEmail
  if (config.production && email === knownEmail) {
    throw new StartError(
      'ADMIN_EMAIL is missing; in production the first admin has an address of yours',
    )
  }
  const password = config.adminPassword ?? readablePassword()
  const hash = await passwords.hash(password)
  const passwordDue = config.production ? 1 : 0
  return database.query.transaction().execute(async (transaction) => {
    if (await promoteVerifiedUser(transaction, email, clock())) return null
    // Anyone who signed up with this address and never confirmed it may be a squatter.
    await deleteUnverifiedUser(transaction, email)
    await shutOutClaims(transaction, email)
    const user = { email, name: 'Admin', role: 'admin', passwordDue } as const
    const userId = await insertVerifiedUser(transaction, user, clock())
    // The address is taken: of two processes that start at once, the other one made the admin.
    if (!userId) return null
    await insertPassword(transaction, { userId, hash }, clock())
    return config.adminPassword ? { email } : { email, password }
  })
}

/** Sixteen of thirty letters and digits that are not mistaken for others: 78 bits. */
export function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz2345678'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

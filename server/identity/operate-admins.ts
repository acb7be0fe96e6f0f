import { sql } from 'kysely'
import { type AuditAction, type AuditData, operator } from '../../contract/audit.ts'
import { paths } from '../../contract/page-paths.ts'
import type { Role } from '../../contract/roles.ts'
import { writeDone } from '../audit/write-entry.ts'
import { readSender } from '../clinic/read-clinic.ts'
import type { Engine, Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { readLanguage } from '../language/language.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { changeRoleIn, notifyAdminsOf } from '../users/change-role.ts'
import type { MailConfig } from '../users/mails.ts'
import { shutOutClaims } from './claim-queries.ts'
import { deleteAllFactors } from './factors/queries.ts'
import { writePasswordChangedMail } from './mails.ts'
import { readablePassword } from './make-first-admin.ts'
import {
  askForNewPassword,
  deleteResetLinks,
  insertPassword,
  insertVerifiedUser,
  replacePassword,
} from './queries.ts'

// What an operator with a shell does to admins (`molar admin`): the way back in without a mailbox.

type Parts = Pick<Deps, 'database' | 'clock' | 'passwords'>
type Refused<Reason> = { ok: false; reason: Reason }
type Password = { ok: true; password: string }

/** The admins, in the order of their e-mails, and whether each has a second step. */
export async function listAdmins(query: Queries) {
  const { rows } = await sql<{
    email: string
    name: string
    factors: number
  }>`select u.email, u.name,
      (select count(*) from "authenticatorApps" f where f."userId" = u.id
        and f."confirmedAt" is not null) + (select count(*) from passkeys p where p."userId" = u.id)
      as factors
    from users u where u.role = 'admin' order by u.email`.execute(query)
  return rows.map(({ email, name, factors }) => ({ email, name, secondStep: Number(factors) > 0 }))
}

/**
 * Makes an account that is an admin's, with a password that is shown once and changed at the first sign-in.
 * The other admins are notified.
 */
export async function addAdmin(
  { config, database, clock, passwords }: Parts & { config: MailConfig },
  { email, name }: { email: string; name: string },
): Promise<Password | Refused<'taken'>> {
  const password = readablePassword()
  const hash = await passwords.hash(password)
  return database.query.transaction().execute(async (query) => {
    const userId = await insertVerifiedUser(
      query,
      { email, name, role: 'admin', passwordDue: 1 },
      clock(),
    )
    if (!userId) return { ok: false, reason: 'taken' }
    await shutOutClaims(query, email)
    await insertPassword(query, { userId, hash }, clock())
    await note(query, clock(), { action: 'admin_made', subject: email })
    await notifyAdminsOf(query, { email, engine: database.engine, config }, clock())
    return { ok: true, password }
  })
}

/** Gives an account a role, by the rules that hold for an admin who does it. */
export async function operateRole(
  { config, database, clock }: Pick<Parts, 'database' | 'clock'> & { config: MailConfig },
  { email, role }: { email: string; role: Role },
) {
  return database.query.transaction().execute(async (query) => {
    const change = { email, role, engine: database.engine, config }
    const outcome = await changeRoleIn(query, change, clock())
    if (!outcome.ok || outcome.from === role) return outcome
    const data = { from: outcome.from, to: role }
    await note(query, clock(), { action: 'role_changed', subject: email, data })
    return outcome
  })
}

/**
 * Gives an admin another password, which is shown once, and takes their second steps where asked. Their
 * sessions and reset links end, and they are notified by mail.
 */
export async function resetAdmin(
  { config, database, clock, passwords }: Parts & { config: MailConfig },
  { email, withFactors }: { email: string; withFactors: boolean },
): Promise<Password | Refused<'not_admin'>> {
  const password = readablePassword()
  const hash = await passwords.hash(password)
  return database.query.transaction().execute(async (query) => {
    const now = clock()
    const userId = await lockAdmin(query, database.engine, email)
    if (!userId) return { ok: false, reason: 'not_admin' }
    await replacePassword(query, { userId, hash }, now)
    await askForNewPassword(query, userId)
    await deleteResetLinks(query, userId)
    await note(query, now, { action: 'password_reset', subject: email })
    if (withFactors) {
      await deleteAllFactors(query, userId)
      await note(query, now, { action: 'factors_reset', subject: email })
    }
    const sender = await readSender(query, await readLanguage(query, config, email))
    const to = { recipient: email, url: config.publicUrl + paths.login }
    await queueMail(query, writePasswordChangedMail(sender, to), now)
    return { ok: true, password }
  })
}

/** The account of an admin, which nothing changes until the transaction is over. */
async function lockAdmin(
  query: Queries,
  engine: Engine,
  email: string,
): Promise<string | undefined> {
  const row = await query
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('role', '=', 'admin')
    .$if(engine === 'postgres', (select) => select.forUpdate())
    .executeTakeFirst()
  return row?.id
}

/** In the transaction of the act: done and written, or neither. */
function note<A extends AuditAction>(
  query: Queries,
  now: Date,
  done: { action: A; subject: string; data?: AuditData<A> },
): Promise<void> {
  return writeDone(query, { ...done, actor: operator }, now)
}

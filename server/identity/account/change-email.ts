import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Day } from '../../../contract/date.ts'
import type { Language } from '../../../contract/language.ts'
import { mailedPaths } from '../../../contract/page-paths.ts'
import { refusalOf } from '../../appointments/appointment.ts'
import { holdBookings } from '../../appointments/find-appointment.ts'
import { readSender } from '../../clinic/read-clinic.ts'
import type { Queries } from '../../db/database.ts'
import { retryRace } from '../../db/retry-deadlock.ts'
import type { Deps } from '../../deps.ts'
import { rules } from '../../http/limits.ts'
import { readLanguage } from '../../language/language.ts'
import { queueBoundedIn } from '../../notifications/queue-mail.ts'
import { isPatientRace } from '../../patients/find-patients.ts'
import { endRequestsOf } from '../../waitlist/end-request.ts'
import type { Caller } from '../caller.ts'
import { isAddressTaken, lockAccount, shutOutClaims } from '../claim-queries.ts'
import { deleteFactorsSince } from '../factors/queries.ts'
import { refuseAddress } from '../guard-call.ts'
import { hashToken } from '../hash-tokens.ts'
import { writeEmailChangeMail, writeEmailChangeNotice } from '../mails.ts'
import { saltOf } from '../passwords/hash-passwords.ts'
import { holdPasswordHash, holdSession } from '../passwords/hold-password.ts'
import { deleteUnverifiedUser, readPasswordHash } from '../queries.ts'
import { type Refused, refuse } from '../refusal.ts'
import { proveHolder } from './change-password.ts'
import { followAddress } from './follow-address.ts'
import {
  deleteFeeds,
  deleteProvidersSince,
  deleteSessions,
  endOpen,
  endSince,
  findToConfirm,
  findToStop,
  insertChange,
  listRequested,
  lockUser,
  markConfirmed,
  spoilPassword,
  storeAddress,
} from './queries.ts'

const hourMs = 3_600_000
/** For how long the new address may confirm, and the former one take it back. */
const confirmMs = 24 * hourMs
const stopMs = 7 * 24 * hourMs

type Input = { email: string; password?: string | undefined; language: Language }

/**
 * Asks for another address: the new one gets a link that confirms it, the present one a link that stops
 * it. Whether the new one has an account is found out when it is confirmed, by who reads its mail. A session that has
 * `ended` asks for nothing.
 */
export async function startEmailChange(
  deps: Deps,
  caller: Caller,
  { email, password, language }: Input,
): Promise<Refused | 'ended' | null> {
  if (email === caller.email) return refuse('same_email')
  const invalid = refuseAddress(email)
  if (invalid) return invalid
  const proof = await proveHolder(deps, caller, password)
  if (!proof.ok) return proof
  const { database, clock } = deps
  const now = clock()
  const refused = await database.query.transaction().execute(async (query) => {
    const user = await holdSession(query, database.engine, caller)
    if (!user) return 'ended'
    const hash = await holdPasswordHash(query, database.engine, user.id)
    if (hash !== proof.hash) return refuse('wrong_password')
    const since = new Date(now.getTime() - hourMs).toISOString()
    const requested = await listRequested(query, user.id, since)
    if (requested[0] !== undefined && requested.length >= rules.email_changes.most) {
      deps.limits.note('email_changes')
      const wait = Date.parse(requested[0]) + hourMs - now.getTime()
      return refuse('too_many_email_changes', wait / 1000)
    }
    await endOpen(query, user.id, now.toISOString())
    const { address: from, verified } = user
    await storeAndMail(deps, query, { userId: user.id, from, verified, to: email, language, now })
    return null
  })
  deps.outbox.wake()
  return refused
}

type NewChange = {
  userId: string
  from: string
  /** Only a proved address is notified of the change, and may stop it. */
  verified: boolean
  to: string
  language: Language
  now: Date
}

async function storeAndMail(
  { config, database, limits }: Deps,
  query: Queries,
  { userId, from, verified, to, language, now }: NewChange,
): Promise<void> {
  const [confirmToken, stopToken] = [newToken(), newToken()]
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString()
  await insertChange(query, {
    ...{ id: uuidv7(), userId, fromEmail: from, toEmail: to, requestedAt: now.toISOString() },
    ...{ confirmHash: hashToken(confirmToken), confirmUntil: after(confirmMs) },
    ...{ stopHash: verified ? hashToken(stopToken) : null, stopUntil: after(stopMs) },
  })
  const bounds = { most: rules.owner_mails.most, now }
  const confirmUrl = config.publicUrl + mailedPaths.confirmNewEmailWith(confirmToken)
  const asked = { recipient: to, url: confirmUrl }
  const mail = writeEmailChangeMail(await readSender(query, language), asked)
  if (!(await queueBoundedIn(query, database, mail, bounds))) limits.note('owner_mails')
  if (!verified) return
  const sender = await readSender(query, await readLanguage(query, config, from))
  const url = config.publicUrl + mailedPaths.stopEmailChangeWith(stopToken)
  const notice = writeEmailChangeNotice(sender, { recipient: from, newEmail: to, url })
  if (!(await queueBoundedIn(query, database, notice, bounds))) limits.note('owner_mails')
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The link mailed to the new address makes it the address of the account, which must be signed in. An
 * unproved account of the address is removed, as before a sign-in by Google; a proved one keeps the address.
 */
export async function confirmEmailChange(
  deps: Deps,
  { userId }: Pick<Caller, 'userId'>,
  token: string,
): Promise<Refused | null> {
  const { database, clock } = deps
  const now = clock().toISOString()
  return inOneStep(deps, async (query) => {
    const user = await lockUser(query, database.engine, userId)
    const change = await findToConfirm(query, hashToken(token), now)
    if (!change || !user) return refuse('link_over')
    if (change.userId !== userId) return refuse('other_account')
    const { address: from, verified } = user
    const { toEmail: to } = change
    const freed = await clearAddress(deps, query, to)
    if (!freed) return refuse('address_taken')
    const left = await followAddress(deps, query, { userId, from, to, verified })
    await storeAddress(query, { userId, email: to }, now)
    await markConfirmed(query, change.id, now)
    return [...freed, ...left]
  })
}

/** The present address stays after all, unless the other one is being confirmed: that counts. */
export async function dropEmailChange(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { userId }: Pick<Caller, 'userId'>,
): Promise<void> {
  await database.query.transaction().execute(async (query) => {
    await lockUser(query, database.engine, userId)
    await endOpen(query, userId, clock().toISOString())
  })
}

/**
 * The reader of the former address did not ask for it: the address stays or comes back. Who asked knew
 * the password and was signed in, so both end, as do feeds and what was added since to sign in by; a new
 * password is chosen by Forgot Password.
 */
export async function stopEmailChange(deps: Deps, token: string): Promise<Refused | null> {
  const { database, clock } = deps
  const now = clock().toISOString()
  return inOneStep(deps, async (query) => {
    const found = await findToStop(query, hashToken(token), now)
    const user = found && (await lockUser(query, database.engine, found.userId))
    // What was decided while this waited for the account.
    const change = user && (await findToStop(query, hashToken(token), now))
    if (!change) return refuse('link_over')
    const { userId, fromEmail: to, requestedAt } = change
    const isBack = user.email === to
    const freed = isBack ? [] : await clearAddress(deps, query, to)
    if (!freed) return refuse('address_taken')
    if (!isBack) {
      freed.push(
        ...(await followAddress(deps, query, { userId, from: user.email, to, verified: true })),
      )
      await storeAddress(query, { userId, email: to }, now)
    }
    await endSince(query, change, now)
    await deleteProvidersSince(query, userId, requestedAt)
    await deleteFactorsSince(query, userId, requestedAt)
    await deleteFeeds(query, userId)
    const known = await readPasswordHash(query, userId)
    const hash = `${saltOf(known ?? '')}:${randomBytes(64).toString('hex')}`
    await spoilPassword(query, userId, { hash, since: now })
    // After the password, so that a sign-in that was under way is either found here or finds it changed.
    await deleteSessions(query, userId)
    return freed
  })
}

/** One transaction, whose refusals by a rule of the database are answered; days that it freed are published. */
async function inOneStep(
  { database, changes, outbox }: Deps,
  step: (query: Queries) => Promise<Day[] | Refused>,
): Promise<Refused | null> {
  const stepping = () =>
    database.query.transaction().execute(async (query) => {
      await holdBookings(database, query)
      return await step(query)
    })
  const outcome = await retryRace(stepping, isPatientRace).catch((error: unknown) => {
    if (isAddressTaken(error)) return refuse('address_taken')
    if (refusalOf(error)) return refuse('appointments_collide')
    throw error
  })
  if (!Array.isArray(outcome)) return outcome
  changes.publish(...outcome)
  outbox.wake()
  return null
}

/**
 * Makes room at an address that has been proved: an account that never proved it is removed, and claims of it
 * are shut out. Returns the days that this frees; `null` if a proved account has the address.
 */
async function clearAddress(deps: Deps, query: Queries, email: string): Promise<Day[] | null> {
  const holder = await lockAccount(query, email, deps.database.engine)
  if (holder?.verified) return null
  const freed = holder ? await endRequestsOf(query, deps, { email }) : []
  if (holder) await deleteUnverifiedUser(query, email)
  await shutOutClaims(query, email)
  return freed
}

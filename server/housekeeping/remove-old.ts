import { addDays } from '../../contract/date.ts'
import type { Instant } from '../clock.ts'
import type { BookingParts } from '../deps.ts'
import { deviceDays } from '../identity/known-devices.ts'
import { erasePatient } from '../patients/erase.ts'
import { removeUser } from '../users/remove-user.ts'
import { startWorker, type Worker } from '../worker.ts'
import {
  batch,
  listForgotten,
  listOldEntries,
  listUnusedAccounts,
  noteRemoval,
  removeCounts,
  removeDevices,
  removeEmailChanges,
  removeEntries,
  removeInvitations,
  removeMails,
  removeMessages,
  removeNetworks,
  removeSessions,
  removeUnused,
  removeVerifications,
} from './queries.ts'

const dayMs = 24 * 60 * 60_000
/** From where somebody has signed in counts for so long. */
const networkDays = 90
/** How long an invitation stays that has ended. */
const invitationDays = 30
/** How long an unconfirmed account stays that is not used. */
const unusedDays = 30

/**
 * Removes what nobody needs any more and what says where people were and who they are: sessions and
 * one-time links that are over, from where they signed in, unconfirmed accounts without use; and, by the
 * settings, what is older than the clinic stores it. Any number of processes may.
 */
export async function removeOld(parts: BookingParts): Promise<void> {
  const { query } = parts.database
  const now = parts.clock().toISOString()
  const dayAgo = daysBefore(parts, 1)
  await inBatches(() => removeSessions(query, now))
  await inBatches(() => removeVerifications(query, now))
  await inBatches(() => removeUnused(query, now, daysBefore(parts, unusedDays)))
  await removeCounts(query, now, dayAgo)
  await removeEmailChanges(query, now)
  await removeNetworks(query, daysBefore(parts, networkDays))
  await removeDevices(query, daysBefore(parts, deviceDays))
  await removeInvitations(query, daysBefore(parts, invitationDays))
  await removeByAge(parts)
}

function daysBefore({ clock }: Pick<BookingParts, 'clock'>, days: number): Instant {
  return new Date(clock().getTime() - days * dayMs).toISOString()
}

/** What a clinic stores for as long as it has chosen. */
async function removeByAge(parts: BookingParts): Promise<void> {
  const { query } = parts.database
  const { mails, messages, audit, patients } = parts.config.keepDays
  if (mails > 0) await inBatches(() => removeMails(query, daysBefore(parts, mails)))
  if (messages > 0) await inBatches(() => removeMessages(query, daysBefore(parts, messages)))
  if (patients > 0) await forgetPatients(parts, patients)
  if (audit > 0) await removeAudit(parts, audit)
}

/**
 * Says so first: the database deletes no entry that no such record covers. Where one role owns the tables
 * and another serves, the owner does it.
 */
async function removeAudit(parts: BookingParts, days: number): Promise<void> {
  const before = daysBefore(parts, days)
  if ((await listOldEntries(parts.database.query, before)).length === 0) return
  const removedAt = parts.clock().toISOString()
  await parts.database.unbounded(async (query) => {
    await noteRemoval(query, { before, removedAt, reason: `older than ${days} days` })
    let ids = await listOldEntries(query, before)
    for (; ids.length > 0; ids = await listOldEntries(query, before)) {
      await removeEntries(query, ids)
      await new Promise(setImmediate)
    }
  })
}

/** By the rules of those who ask for it themselves; dates and money stay. */
async function forgetPatients(parts: BookingParts, days: number): Promise<void> {
  const { query } = parts.database
  const before = daysBefore(parts, days)
  const day = addDays(parts.clinicTime().today, -days)
  const now = parts.clock().toISOString()
  for (const userId of await listUnusedAccounts(query, { before, day, now })) {
    await removeUser(parts, { whose: { userId }, by: 'portal', appointments: 'cancel' })
  }
  for (const id of await listForgotten(query, before, day)) await erasePatient(parts, id)
}

async function inBatches(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) === batch) await new Promise(setImmediate)
}

/** Removes it at once and then every six hours, until stopped. */
export function startHousekeeping(parts: BookingParts): Worker {
  return startWorker(dayMs / 4, async () => {
    await removeOld(parts).catch((err: unknown) => {
      parts.log.error({ err }, 'what is over was not removed')
    })
  })
}

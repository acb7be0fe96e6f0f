import { staffRefusals } from '../../contract/schedule/refusals.ts'
import { holdBookings } from '../appointments/locks.ts'
import { refuseAffected } from '../appointments/refuse-affected.ts'
import type { ClinicTime } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import { type Failure, fail, refuse } from '../http/errors.ts'
import { findTreatment } from './find-treatment.ts'
import {
  deleteSlots,
  insertSlots,
  listSlots,
  renameSpecialty,
  selectHolders,
  updateTreatment,
} from './queries.ts'
import { readSlots } from './read-slots.ts'
import { refuseTakenName } from './refuse-treatment.ts'
import type { SlotTimes, TreatmentChange, TreatmentInput } from './treatment.ts'

type Input = TreatmentInput & { id: string; confirmed: boolean }

/**
 * Changes a treatment in one transaction. Appointments made keep their name, price and slot. A slot
 * goes although somebody holds it only when that is confirmed.
 */
export async function changeTreatment(
  database: Database,
  input: Input,
  now: ClinicTime,
): Promise<TreatmentChange | Failure> {
  const times = readSlots(input.slots)
  if (!times) return refuse(staffRefusals, 'slots_overlap')
  const changing = database.query.transaction().execute(async (transaction) => {
    await holdBookings(database, transaction)
    return change(transaction, input, times, now)
  })
  return refuseTakenName(changing)
}

async function change(
  query: Queries,
  { id, name, priceCents, confirmed }: Input,
  times: readonly SlotTimes[],
  now: ClinicTime,
): Promise<TreatmentChange | Failure> {
  const old = await findTreatment(query, id)
  if (!old) return fail('not_found')
  const before = new Set(await listSlots(query, id))
  const after = new Set(times.map(({ slot }) => slot))
  const removed = [...before].filter((slot) => !after.has(slot))
  const asks = removed.length > 0 && !confirmed
  const holders = asks ? await selectHolders(query, id, removed, now).execute() : []
  if (holders.length > 0) return refuseAffected(holders)
  const added = times.filter(({ slot }) => !before.has(slot))
  await updateTreatment(query, id, { name, priceCents })
  await deleteSlots(query, id, removed)
  await insertSlots(query, id, added)
  if (name !== old.name) await renameSpecialty(query, old.name, name)
  return {
    name: { from: old.name, to: name },
    priceCents: { from: old.priceCents, to: priceCents },
    added: added.map(({ slot }) => slot),
    removed,
  }
}

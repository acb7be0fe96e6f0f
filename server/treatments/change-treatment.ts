import { v7 as uuidv7 } from 'uuid'
import { parseSlot } from '../../contract/appointments/slot.ts'
import type { Day } from '../../contract/date.ts'
import type { StaffTreatment } from '../../contract/treatments/endpoints.ts'
import {
  type AsksAboutAffected,
  type Refused,
  refused,
  refusedFor,
} from '../appointments/appointment.ts'
import { holdBookings } from '../appointments/find-appointment.ts'
import type { ClinicTime, Instant } from '../clock.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Database, Engine, Queries } from '../db/database.ts'
import { changePairs, type PairParts } from '../doctors/change-pairs.ts'
import { keepTime } from '../doctors/keep-time.ts'
import type { Cause } from '../doctors/plan-changes/plan-change.ts'
import { findTreatment } from './find-treatment.ts'
import {
  deleteSlots,
  insertSlots,
  insertTreatment,
  listSlots,
  markOutside,
  readForStaff,
  renameSpecialty,
  selectHolders,
  setArchived,
  startsOf,
  updateTreatment,
} from './queries.ts'
import { refreshTreatments } from './refresh-treatments.ts'
import type { SlotTimes, TreatmentChange, TreatmentInput } from './treatment.ts'

type Refusal = 'slots_overlap' | 'treatment_exists' | 'not_found' | 'changed_meanwhile'
type Outcome =
  | { ok: true; treatment: StaffTreatment; edit: TreatmentChange; change: string | null }
  | Refused<Refusal>
  | AsksAboutAffected

type Input = TreatmentInput & {
  id: string
  confirmed: boolean
  /** That it was edited from. */
  revision?: number | undefined
}

/**
 * Changes a treatment in one transaction. Existing appointments keep their name, price and slot. A slot that
 * an appointment holds is removed only if that is confirmed. If the treatment takes longer, its doctors and
 * chairs are reserved for longer; appointments for which that is not possible are listed, then wait to be
 * settled.
 */
export async function changeTreatment(parts: PairParts, input: Input): Promise<Outcome> {
  const times = readSlots(input.slots)
  if (!times) return refused('slots_overlap')
  const { engine } = parts.database
  const now = parts.clinicTime()
  const changing = changePairs(parts, { confirmed: input.confirmed }, (query) =>
    change(query, input, times, { engine, now }),
  )
  return changing.catch(refusedName)
}

/** Slots in the contract's spelling, the earliest first; `null` when two of them overlap or are the same. */
export function readSlots(texts: readonly string[]): SlotTimes[] | null {
  const slots: SlotTimes[] = []
  for (const slot of texts) {
    const time = parseSlot(slot)
    if (!time) throw new Error(`The contract let "${slot}" through`)
    slots.push({ slot, startMinute: time.start, endMinute: time.end })
  }
  slots.sort((a, b) => a.startMinute - b.startMinute)
  const overlap = slots.some(({ startMinute }, place) => {
    const before = slots[place - 1]
    return before !== undefined && startMinute < before.endMinute
  })
  return overlap ? null : slots
}

/** What the database's error says of a change: the name is taken among what is on offer. */
export function refusedName(error: unknown): Refused<'treatment_exists'> {
  if (refusingConstraint(error) !== 'treatments_one_per_name') throw error
  return refused('treatment_exists')
}

type Stored = {
  ok: true
  treatment: StaffTreatment
  edit: TreatmentChange
  crowded: Awaited<ReturnType<typeof keepTime>>
  cause: Cause
  keepsTimes: boolean
}

async function change(
  query: Queries,
  { id, revision, name, description, priceCents, confirmed, buffer, ...input }: Input,
  listed: readonly SlotTimes[],
  { engine, now }: { engine: Engine; now: ClinicTime },
): Promise<Stored | Refused<Refusal> | AsksAboutAffected> {
  const old = await findTreatment(query, id)
  if (!old) return refused('not_found')
  const starts = input.starts === undefined ? startsOf(old) : input.starts
  const before = new Set(await listSlots(query, id))
  // Computed slots follow the doctors' hours, below.
  const times = starts ? [] : listed
  const after = new Set(times.map(({ slot }) => slot))
  const removed = starts ? [] : [...before].filter((slot) => !after.has(slot))
  const added = times.filter(({ slot }) => !before.has(slot))
  const changed = {
    ...{ name, priceCents, ...(description !== undefined && { description }) },
    ...(buffer !== undefined && { bufferMinutes: buffer }),
    ...columnsOf(starts),
  }
  if (!(await updateTreatment(query, { id, revision }, changed))) {
    return refused('changed_meanwhile')
  }
  const isKept =
    changed.lengthMinutes === old.lengthMinutes &&
    (buffer ?? old.bufferMinutes) === old.bufferMinutes
  const crowded = isKept ? [] : await keepTime(query, { id, engine, now })
  const asks = removed.length > 0 && !confirmed
  const holders = asks ? await selectHolders(query, id, removed, now).execute() : []
  if (holders.length > 0) {
    const ids = new Set(holders.map(({ id }) => id))
    return refusedFor([...holders, ...crowded.filter(({ id }) => !ids.has(id))])
  }
  await deleteSlots(query, id, removed)
  await insertSlots(query, id, added)
  if (name !== old.name) await renameSpecialty(query, old.name, name)
  // changePairs does it, too, but then the answer is made: it has the slots that are computed.
  await refreshTreatments(query, now.today)
  await markOutside(query, id, now.today)
  const noDays = { fromDay: null, untilDay: null }
  return {
    ok: true,
    treatment: await readForStaff(query, now.today, id),
    crowded,
    keepsTimes: isKept,
    cause: { kind: 'hours', name, doctorId: null, treatmentId: id, ...noDays },
    edit: {
      name: { from: old.name, to: name },
      description: { from: old.description, to: description ?? old.description },
      priceCents: { from: old.priceCents, to: priceCents },
      added: added.map(({ slot }) => slot),
      removed,
    },
  }
}

/** How slots are computed, as columns; none of it where they are a list. */
export function columnsOf(starts: TreatmentInput['starts']) {
  return { lengthMinutes: starts?.length ?? null, startEvery: starts?.every ?? null }
}

/** Takes a treatment off the offer at an instant, or puts it back with `null`. */
export async function archiveTreatment(
  { database, clinicTime }: Pick<PairParts, 'database' | 'clinicTime'>,
  id: string,
  archivedAt: Instant | null,
): Promise<{ ok: true; treatment: StaffTreatment } | Refused<'treatment_exists' | 'not_found'>> {
  const archiving = database.query.transaction().execute(async (query) => {
    if (!(await setArchived(query, id, archivedAt))) return refused('not_found')
    return { ok: true as const, treatment: await readForStaff(query, clinicTime().today, id) }
  })
  return archiving.catch(refusedName)
}

/** Offers a new treatment; answers its id, or why not. */
export async function addTreatment(
  database: Database,
  { name, description = '', priceCents, slots, buffer: bufferMinutes = 0, starts }: TreatmentInput,
  today: Day,
): Promise<{ ok: true; id: string } | Refused<'slots_overlap' | 'treatment_exists'>> {
  const times = readSlots(slots)
  if (!times) return refused('slots_overlap')
  const id = uuidv7()
  const adding = database.query.transaction().execute(async (query) => {
    // `refreshTreatments` updates all treatments: no concurrent transaction may change doctors.
    if (starts) await holdBookings(database, query)
    const added = { id, name, description, priceCents, bufferMinutes }
    await insertTreatment(query, { ...added, ...columnsOf(starts) })
    if (starts) await refreshTreatments(query, today)
    else await insertSlots(query, id, times)
    return { ok: true as const, id }
  })
  return adding.catch(refusedName)
}

import type * as z from 'zod/mini'
import type { AuditData } from '../../contract/audit.ts'
import type { ClinicProfile, OpeningRules } from '../../contract/clinic/endpoints.ts'
import type { Policy } from '../../contract/clinic/policy.ts'
import { addDays, type Day, weekdayOf } from '../../contract/date.ts'
import {
  type AsksAboutAffected,
  type Refused,
  refused,
  refusedFor,
} from '../appointments/appointment.ts'
import { holdBookings } from '../appointments/find-appointment.ts'
import type { Queries } from '../db/database.ts'
import { keepOnOpened } from './close-days.ts'
import { listAffected, replaceClosedWeekdays, updateClinic } from './queries.ts'
import {
  type ClinicParts,
  listClosedWeekdays,
  listClosures,
  longestHorizon,
  readClinic,
  readPolicy,
} from './read-clinic.ts'

type Rules = z.infer<typeof OpeningRules>
type Edited = Rules & { confirmed: boolean; revision?: number | undefined }
type Changed = { ok: true; rules: Rules; revision: number }

/**
 * Changes the opening rules. A shorter horizon and a longer lead time touch no appointment; a weekday
 * that closes does, and those appointments are listed first unless that is confirmed.
 */
export async function changeOpening(
  { database, clinicTime }: ClinicParts,
  { confirmed, revision: editedFrom, ...input }: Edited,
): Promise<Changed | Refused<'changed_meanwhile'> | AsksAboutAffected> {
  const { horizonDays, leadMinutes } = input
  const closedWeekdays = [...new Set(input.closedWeekdays)].sort()
  return database.query.transaction().execute(async (query) => {
    await holdBookings(database, query)
    const now = clinicTime()
    const closing = await listClosing(query, closedWeekdays, now.today)
    const affected = await listAffected(query, closing, now)
    if (affected.length > 0 && !confirmed) return refusedFor(affected)
    const part = { part: 'hoursRevision', revision: editedFrom } as const
    const revision = await updateClinic(query, part, { horizonDays, leadMinutes })
    if (revision === null) return refused('changed_meanwhile')
    const before = await listClosedWeekdays(query)
    await replaceClosedWeekdays(query, closedWeekdays)
    const opened = before.filter((weekday) => !closedWeekdays.includes(weekday))
    const days = await listDaysOn(query, opened, now.today)
    await keepOnOpened(database, query, { days, now })
    return { ok: true, rules: { closedWeekdays, horizonDays, leadMinutes }, revision }
  })
}

/** The days from today on that are open now and fall on a weekday that closes. */
async function listClosing(
  query: Queries,
  closedWeekdays: readonly number[],
  today: Day,
): Promise<Day[]> {
  const before = await listClosedWeekdays(query)
  const added = closedWeekdays.filter((weekday) => !before.includes(weekday))
  return listDaysOn(query, added, today)
}

async function listDaysOn(query: Queries, weekdays: readonly number[], today: Day): Promise<Day[]> {
  const closures = await listClosures(query, today, addDays(today, longestHorizon))
  return daysOnWeekdays(weekdays, today, closures)
}

/** The days from today on that fall on some weekdays, without those that are closed besides. */
export function daysOnWeekdays(
  weekdays: readonly number[],
  today: Day,
  closures: readonly { day: Day }[],
): Day[] {
  const closed = new Set(closures.map(({ day }) => day))
  return Array.from({ length: longestHorizon + 1 }, (_, place) => addDays(today, place)).filter(
    (day) => weekdays.includes(weekdayOf(day)) && !closed.has(day),
  )
}

type EditedPolicy = Policy & { revision?: number | undefined }
type ChangedPolicy = { ok: true; before: Policy; policy: Policy; revision: number }

/** Changes what the clinic promises; each reminder counts once, the earliest comes first. */
export async function changePolicy(
  query: Queries,
  { revision: editedFrom, ...input }: EditedPolicy,
): Promise<ChangedPolicy | Refused<'changed_meanwhile'>> {
  const minutes = [...new Set(input.reminderMinutes)].sort((one, other) => other - one)
  const policy = { ...input, reminderMinutes: minutes }
  return query.transaction().execute(async (transaction) => {
    const before = await readPolicy(transaction)
    const revision = await updateClinic(
      transaction,
      { part: 'policyRevision', revision: editedFrom },
      {
        ...policy,
        reminderMinutes: minutes.join(','),
        namesTreatments: policy.namesTreatments ? 1 : 0,
      },
    )
    if (revision === null) return refused('changed_meanwhile')
    return { ok: true, before, policy, revision }
  })
}

type EditedProfile = ClinicProfile & { revision?: number | undefined }
type ChangedProfile = { ok: true; before: ClinicProfile; profile: ClinicProfile; revision: number }

/** Changes what the marketing pages say of the clinic. */
export async function changeProfile(
  query: Queries,
  { revision: editedFrom, ...profile }: EditedProfile,
): Promise<ChangedProfile | Refused<'changed_meanwhile'>> {
  return query.transaction().execute(async (transaction) => {
    const before = await readClinic(transaction)
    const part = { part: 'profileRevision', revision: editedFrom } as const
    const revision = await updateClinic(transaction, part, profile)
    if (revision === null) return refused('changed_meanwhile')
    return { ok: true, before, profile, revision }
  })
}

/** What changed of the profile, for the audit; of the two pages only that they did. */
export function profileChange(
  before: ClinicProfile,
  after: ClinicProfile,
): AuditData<'profile_changed'> {
  const pages = (['about', 'contact', 'privacy'] as const).filter(
    (page) => after[page] !== undefined && before[page] !== after[page],
  )
  return {
    name: changeOf(before.name, after.name),
    address: changeOf(before.address, after.address),
    phone: changeOf(before.phone, after.phone),
    openingHours: changeOf(before.openingHours, after.openingHours),
    pages: pages.length > 0 ? pages : undefined,
  }
}

/** What changed of the policy, for the audit. */
export function policyChange(before: Policy, after: Policy): AuditData<'policy_changed'> {
  return {
    cutoffMinutes: changeOf(before.cutoffMinutes, after.cutoffMinutes),
    refundRule: changeOf(before.refundRule, after.refundRule),
    reminderMinutes: changeOf(before.reminderMinutes, after.reminderMinutes),
    offerMinutes: changeOf(before.offerMinutes, after.offerMinutes),
    lateMinutes: changeOf(before.lateMinutes, after.lateMinutes),
    unprovedAppointments: changeOf(before.unprovedAppointments, after.unprovedAppointments),
    unprovedHours: changeOf(before.unprovedHours, after.unprovedHours),
    unpaidAppointments: changeOf(before.unpaidAppointments, after.unpaidAppointments),
    bookingsPerHour: changeOf(before.bookingsPerHour, after.bookingsPerHour),
    waitRequests: changeOf(before.waitRequests, after.waitRequests),
    openOffers: changeOf(before.openOffers, after.openOffers),
    namesTreatments: changeOf(before.namesTreatments, after.namesTreatments),
  }
}

function changeOf<T>(from: T, to: T): { from: T; to: T } | undefined {
  return String(from) === String(to) ? undefined : { from, to }
}

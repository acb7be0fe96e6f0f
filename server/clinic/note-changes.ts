import type { AuditData } from '../../contract/audit.ts'
import type { ClinicProfile } from '../../contract/clinic/endpoints.ts'
import type { Policy } from '../../contract/clinic/policy.ts'

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

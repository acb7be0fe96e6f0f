import * as z from 'zod/mini'

/** An account's role in the clinic; each role above patient needs a confirmed e-mail. */
export const Role = z.enum(['patient', 'desk', 'doctor', 'admin'])
export type Role = z.infer<typeof Role>

/** What a call of staff may ask for. The page Roles words each (contract/role-texts.ts). */
export const Capability = z.enum([
  /** Days, appointments and who comes. */
  'schedule',
  /** Book, reschedule, cancel without a refund, the team's note of a day. */
  'bookings',
  /** Arrived, in the chair, completed, no-show. */
  'checkIn',
  'deskPayments',
  /** Read patients' records. */
  'patients',
  /** Write the note and the alert of a patient. */
  'patientNotes',
  /** Add, change, archive and merge them. */
  'patientRecords',
  'waitlist',
  'messages',
  'reviews',
  /** Treatments, doctors and their hours, chairs, business hours, and what their changes displace. */
  'setup',
  /** Give money back to a card. */
  'refunds',
  'reports',
  'exports',
  /** Import patients, and erase one. */
  'patientData',
  /** The clinic's calendar feed. */
  'feed',
  'users',
  /** The policy and the clinic's profile. */
  'policy',
  'audit',
  /** How old the last backup is, and make one. */
  'backups',
])
export type Capability = z.infer<typeof Capability>

/**
 * Capabilities that are not listed are refused. A doctor reaches only their own appointments and patients,
 * with any capability (server/doctors/reach.ts).
 */
const capabilitiesByRole: Record<Role, readonly Capability[]> = {
  patient: [],
  desk: [
    ...(['schedule', 'bookings', 'checkIn', 'deskPayments'] as const),
    ...(['patients', 'patientNotes', 'patientRecords', 'waitlist', 'messages'] as const),
  ],
  doctor: ['schedule', 'checkIn', 'patients', 'patientNotes'],
  admin: Capability.options,
}

export function capabilitiesOf(role: Role): readonly Capability[] {
  return capabilitiesByRole[role]
}

export function mayRole(role: Role, capability: Capability): boolean {
  return capabilitiesByRole[role].includes(capability)
}

/** What a signed-in person may do. */
export const OwnRole = z.object({
  role: Role,
  capabilities: z.array(Capability),
  /** Of a doctor, the one with the account's e-mail; `null` where there is none. */
  doctor: z.nullable(z.object({ _id: z.string(), name: z.string() })),
})
export type OwnRole = z.infer<typeof OwnRole>

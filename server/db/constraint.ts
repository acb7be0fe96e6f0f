/**
 * The name of the constraint that refused a statement, as in the migrations, or `null` for any other error.
 * PostgreSQL names it; SQLite lists the columns of an index.
 */
export function refusingConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('constraint' in error && typeof error.constraint === 'string')
    return withoutShard(error.constraint)
  if ('errcode' in error) return sqliteNames[error.message] ?? null
  return 'code' in error && String(error.code).startsWith('23') ? nameIn(error.message) : null
}

/** Citus passes on the refusal of a node by its code and message only. */
function nameIn(message: string): string | null {
  const name = /constraint "([^"]+)"/.exec(message)?.[1] ?? raisedNames[message] ?? message
  return /^\w+$/.test(name) ? withoutShard(name) : null
}

/** Citus appends a shard number to the names of tables and constraints; none of our names ends in a number. */
function withoutShard(name: string): string {
  return name.replace(/_\d+$/, '')
}

/** The constraint's name for a trigger's message on PostgreSQL, where the two differ. */
const raisedNames: Record<string, string> = {
  'the slot is offered to somebody else': 'appointments_slot_offered',
  'confirm the e-mail first': 'waits_unconfirmed_bound',
  'too many requests': 'waits_bound',
}

/** Whether a statement was refused because a row that it refers to does not exist. */
export function isReferenceRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return error.errcode === sqliteForeignKey
  return 'code' in error && error.code === postgresForeignKey
}

const sqliteForeignKey = 787
const postgresForeignKey = '23503'

const sqliteNames: Record<string, string> = {
  'UNIQUE constraint failed: appointments.day, appointments.treatmentId, appointments.slot':
    'appointments_one_per_slot',
  'UNIQUE constraint failed: appointments.patientId, appointments.day, appointments.unproved, appointments.treatmentId':
    'appointments_one_per_treatment',
  'UNIQUE constraint failed: patients.accountId, patients.place': 'patients_one_per_place',
  'UNIQUE constraint failed: patients.accountId, patients.nameKey': 'patients_one_per_name',
  'UNIQUE constraint failed: patients.email, patients.nameKey': 'patients_one_per_address',
  'UNIQUE constraint failed: users.email': 'users_email_key',
  "UNIQUE constraint failed: index 'users_one_per_email'": 'users_one_per_email',
  'UNIQUE constraint failed: emailChanges.userId': 'emailChanges_one_open',
  'UNIQUE constraint failed: refunds.providerRefundId': 'refunds_providerRefundId_key',
  'UNIQUE constraint failed: doctors.email': 'doctors_one_per_email',
  "UNIQUE constraint failed: index 'treatments_one_per_name'": 'treatments_one_per_name',
  'UNIQUE constraint failed: reviews.appointmentId': 'reviews_one_per_appointment',
  appointments_one_chair: 'appointments_one_chair',
  appointments_patient: 'appointments_patient',
  appointments_crossed: 'appointments_crossed',
  appointments_doctor_busy: 'appointments_doctor_busy',
  appointments_chair_busy: 'appointments_chair_busy',
  appointments_pair_held: 'appointments_pair_held',
  "UNIQUE constraint failed: index 'chairs_one_per_name'": 'chairs_one_per_name',
  appointments_own_name: 'appointments_own_name',
  users_role_needs_proof: 'users_role_needs_proof',
  users_last_admin: 'users_last_admin',
  appointments_slot_offered: 'appointments_slot_offered',
  appointments_unproved_bound: 'appointments_unproved_bound',
  appointments_unpaid_bound: 'appointments_unpaid_bound',
  appointments_hourly_bound: 'appointments_hourly_bound',
  waits_unconfirmed_bound: 'waits_unconfirmed_bound',
  waits_bound: 'waits_bound',
  'UNIQUE constraint failed: waits.appointmentId': 'waits_one_per_appointment',
  'UNIQUE constraint failed: waits.userId, waits.treatmentId, waits.patientId':
    'waits_one_per_treatment',
}

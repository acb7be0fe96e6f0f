import * as z from 'zod/mini'
import { AppointmentStatus } from '../appointments/appointment.ts'
import { type Day, parseDay } from '../date.ts'
import { Done } from '../done.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById } from '../id.ts'
import { issue } from '../issues.ts'
import { defineTexts } from '../language.ts'
import { pageOf, pageQuery, Search } from '../page.ts'
import { OnRevision, Revised, Revision } from '../schedule/staff-appointment.ts'
import { Email, PersonName } from '../text.ts'
import { Relation } from './dependent.ts'

const text = (most: number, code: 'note_long' | 'alert_long') =>
  z.string().check(z.trim(), z.maxLength(most, issue(code)))

const earliestBirth = '1900-01-01'

/** An ISO day of birth; '' if unknown. */
const BirthDate = z.string().check(
  z.trim(),
  z.refine((day) => day === '' || isBirthDate(day), issue('birth_date_wrong')),
)

/** A child who has not been born yet is added later, under their own name. */
function isBirthDate(day: Day): boolean {
  return parseDay(day) === day && day >= earliestBirth && day <= latestBirth()
}

/** Today somewhere on Earth. */
function latestBirth(): Day {
  return new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)
}

/** Characters. */
export const longestNote = 5000
export const longestAlert = 200

/** A patient's data as known to staff; '' for unknown values. */
export const PatientDraft = z.object({
  name: PersonName,
  birthDate: BirthDate,
  phone: z.string().check(z.trim(), z.maxLength(200)),
  /** Of the account, where an account holds them: it cannot be changed here. */
  email: z.union([z.literal(''), Email]),
  language: z.enum(['', 'en', 'es']),
  note: text(longestNote, 'note_long'),
  alert: text(longestAlert, 'alert_long'),
})
export type PatientDraft = z.infer<typeof PatientDraft>

const PatientChange = z.extend(PatientDraft, { revision: Revision })

/** What doctors write of their own patients. */
const PatientNotes = z.extend(z.pick(PatientDraft, { note: true, alert: true }), {
  revision: Revision,
})

/** A patient in a list. */
export const PatientRow = z.object({
  _id: z.string(),
  name: z.string(),
  /** ISO day. */
  birthDate: z.nullable(z.string()),
  phone: z.string(),
  /** Their own or their account's. */
  email: z.string(),
  alert: z.string(),
  /** Of a dependent, the account's holder. */
  holder: z.nullable(z.string()),
  archived: z.boolean(),
})
export type PatientRow = z.infer<typeof PatientRow>

/** Who could be the same person as a patient. */
export const SimilarPatient = z.extend(PatientRow, {
  /** Holds an account, so cannot become a part of another patient. */
  holdsAccount: z.boolean(),
})
export type SimilarPatient = z.infer<typeof SimilarPatient>

const Linked = z.object({ _id: z.string(), name: z.string() })

/** An appointment of a patient, newest first in a list. */
export const Visit = z.object({
  _id: z.string(),
  /** ISO day. */
  day: z.string(),
  slot: z.string(),
  treatment: z.string(),
  status: AppointmentStatus,
  /** It is ahead, and neither completed, missed nor cancelled. */
  toCome: z.boolean(),
  /** Dollars; `paid` without what was paid in test mode, before the clinic took real money. */
  price: z.number(),
  paid: z.number(),
  due: z.number(),
})
export type Visit = z.infer<typeof Visit>

/** All that staff see of a patient on one page. */
export const Patient = z.object({
  ...PatientRow.shape,
  revision: z.number(),
  /** Whole years on the clinic's day. */
  age: z.nullable(z.number()),
  language: z.nullable(z.enum(['en', 'es'])),
  note: z.string(),
  /** An account holds them; `confirmed`: its e-mail is proved. */
  account: z.nullable(z.object({ confirmed: z.boolean() })),
  relation: z.nullable(Relation),
  holderId: z.nullable(z.string()),
  dependents: z.array(z.extend(Linked, { relation: Relation })),
  /** The newest 200. */
  visits: z.array(Visit),
  /** How many older ones are not listed. */
  leftOut: z.object({ visits: z.number(), messages: z.number() }),
  /** Dollars of all visits: what was received and not given back, and what is due for those that stand and were not missed. */
  paid: z.number(),
  due: z.number(),
  /** The newest 50; `null` for a doctor, who reads neither messages nor visits to others. */
  messages: z.nullable(
    z.array(
      z.object({
        _id: z.string(),
        subject: z.string(),
        /** Instants in UTC. */
        createdAt: z.string(),
        sentAt: z.nullable(z.string()),
        failed: z.boolean(),
        channel: z.enum(['mail', 'sms']),
      }),
    ),
  ),
  /** By one name, or one birth date and phone or e-mail. */
  similar: z.array(SimilarPatient),
  /** Who was merged into this patient, and until when that can be undone. */
  merges: z.array(z.extend(Linked, { until: z.string() })),
  /** Where the patient has become part of another, that one. */
  mergedInto: z.nullable(Linked),
  /** The person was removed. */
  erased: z.boolean(),
})
export type Patient = z.infer<typeof Patient>

/** Why staff's act on a patient was refused: stable codes with the sentence shown. */
export const patientRefusals = {
  patient_exists: 'There is a patient of this name with this e-mail already.',
  name_in_list: 'The family list of this account already has somebody of this name.',
  email_of_account: 'The e-mail belongs to the account. Only its holder can change it.',
  patient_has_account:
    'This patient holds an account. Merge the other way round, or remove the account first.',
  patient_unconfirmed:
    'An account that has not confirmed its e-mail has one of them. Merge them once it has.',
  patients_collide:
    'Both have an appointment of one treatment on one day, or at one time. Reschedule or cancel one of them first.',
  merged_texts_long:
    'Together, the alerts or the notes of both are too long. Shorten those of one of them first.',
  patient_over: 'This patient was merged or erased meanwhile.',
  merge_over: 'This can no longer be undone.',
  appointments_to_come: 'The patient has appointments to come. Cancel them first.',
} as const
export type PatientRefusal = keyof typeof patientRefusals

export const patientRefusalTexts = defineTexts<Record<PatientRefusal, string>>({
  en: patientRefusals,
  es: {
    patient_exists: 'Ya hay un paciente con este nombre y este correo electrónico.',
    name_in_list: 'La lista familiar de esta cuenta ya tiene a alguien con este nombre.',
    email_of_account: 'El correo es el de la cuenta. Solo su titular puede cambiarlo.',
    patient_has_account:
      'Este paciente es titular de una cuenta. Combine al revés, o elimine antes la cuenta.',
    patient_unconfirmed:
      'Uno de ellos es de una cuenta que no ha confirmado su correo. Combínelos cuando lo haya hecho.',
    patients_collide:
      'Los dos tienen una cita del mismo tratamiento el mismo día, o a la misma hora. Reprograme o cancele antes una de ellas.',
    merged_texts_long:
      'Juntos, los avisos o las notas de los dos son demasiado largos. Acorte antes los de uno de ellos.',
    patient_over: 'Mientras tanto, este paciente se combinó con otro o se borró.',
    merge_over: 'Esto ya no se puede deshacer.',
    appointments_to_come: 'El paciente tiene citas por venir. Cancélelas antes.',
  },
})

/** What staff do with the records of patients. */
export const patientEndpoints = {
  listPatients: {
    method: 'GET',
    path: '/staff/patients',
    summary:
      'Patients by name: all, or those where each word is a part of the name, the phone’s digits or the e-mail, or is the birth date.',
    access: { needs: 'patients' },
    audit: 'patients_searched',
    query: z.object({ ...pageQuery, search: Search }),
    discreet: true,
    answer: pageOf(PatientRow),
  },
  addPatient: {
    method: 'POST',
    path: '/staff/patients',
    summary: 'Add a patient who has no account.',
    access: { needs: 'patientRecords' },
    audit: 'patient_added',
    body: PatientDraft,
    answer: z.object({ _id: z.string() }),
  },
  readPatient: {
    method: 'GET',
    path: '/staff/patients/:id',
    summary: 'A patient with visits, money, family and messages.',
    access: { needs: 'patients' },
    audit: 'patient_read',
    params: ById,
    answer: Patient,
  },
  changePatient: {
    method: 'PUT',
    path: '/staff/patients/:id',
    summary:
      'Change what staff know of a patient. 409 `changed_meanwhile` where the revision is another.',
    access: { needs: 'patientRecords' },
    audit: 'patient_changed',
    params: ById,
    body: PatientChange,
    answer: z.object(Revised),
  },
  changePatientNotes: {
    method: 'PUT',
    path: '/staff/patients/:id/notes',
    summary:
      'Change the note and the alert alone; a doctor those of their own patients. 409 `changed_meanwhile` where the revision is another.',
    access: { needs: 'patientNotes' },
    audit: 'patient_noted',
    params: ById,
    body: PatientNotes,
    answer: z.object(Revised),
  },
  archivePatient: {
    method: 'POST',
    path: '/staff/patients/:id/archive',
    summary: 'Archive a patient, or bring one back; nothing of theirs changes.',
    access: { needs: 'patientRecords' },
    audit: 'patient_archived',
    params: ById,
    body: z.extend(OnRevision, { archived: z.boolean() }),
    answer: z.object(Revised),
  },
  mergePatient: {
    method: 'POST',
    path: '/staff/patients/:id/merge',
    summary:
      'Give everything of another patient to this one. 409 `patients_collide` where both have an appointment of one treatment and day.',
    access: { needs: 'patientRecords' },
    audit: 'patients_merged',
    params: ById,
    body: z.object({ from: z.string().check(z.maxLength(100)) }),
    answer: Done,
  },
  undoMerge: {
    method: 'DELETE',
    path: '/staff/patients/:id/merge/:merge',
    summary: 'Take a merge back within 24 hours; appointments made since stay where they are.',
    access: { needs: 'patientRecords' },
    audit: 'patients_parted',
    params: z.object({ ...ById.shape, merge: z.string().check(z.maxLength(100)) }),
    answer: z.object({ _id: z.string() }),
  },
  erasePatient: {
    method: 'DELETE',
    path: '/staff/patients/:id',
    summary:
      'Remove the person from a patient’s record and appointments; dates and money stay. 409 while there are appointments to come.',
    access: { needs: 'patientData' },
    recent: true,
    audit: 'patient_erased',
    params: ById,
    answer: Done,
  },
} as const satisfies Record<string, Endpoint>

import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { pageOf, pageQuery, Search } from '../page.ts'
import { OnRevision, Revised } from '../schedule/staff-appointment.ts'
import { Patient, PatientChange, PatientDraft, PatientNotes, PatientRow } from './patient.ts'

const ById = z.object({ id: z.string().check(z.maxLength(100)) })
const Done = z.object({ success: z.literal(true) })

/** What staff do with the records of patients. */
export const patientEndpoints = {
  listPatients: {
    method: 'GET',
    path: '/staff/patients',
    summary:
      'Patients by name: all, or those of whom each word is a part of the name, the phone’s digits or the e-mail, or whose birth date it is.',
    access: { needs: 'patients' },
    audit: 'patients_searched',
    query: z.object({ ...pageQuery, search: Search }),
    discreet: true,
    answer: pageOf(PatientRow),
  },
  addPatient: {
    method: 'POST',
    path: '/staff/patients',
    summary: 'Add a patient whom only the clinic knows.',
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

import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { ById } from '../id.ts'
import { Look, PatientData } from '../identity/account-data.ts'

/** What staff hand over of a patient, and who has looked at them. */
export const privacyEndpoints = {
  exportPatient: {
    method: 'GET',
    path: '/staff/patients/:id/data',
    summary: 'All that is stored about a patient, to hand over.',
    access: { needs: 'patientData' },
    recent: true,
    audit: 'patient_exported',
    params: ById,
    answer: PatientData,
  },
  listLooks: {
    method: 'GET',
    path: '/staff/patients/:id/looks',
    summary: 'Who of the staff looked at a patient, the newest first: once for each hour and kind.',
    access: { needs: 'audit' },
    audit: 'patient_looks_read',
    params: ById,
    answer: z.array(Look),
  },
} as const satisfies Record<string, Endpoint>

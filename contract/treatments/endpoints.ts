import * as z from 'zod/mini'
import { Slot } from '../appointments/slot.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById } from '../id.ts'
import { issue } from '../issues.ts'
import { EditedRevision, Revised } from '../schedule/staff-appointment.ts'
import { longestDescription, Price } from './treatment.ts'

const Starts = z.object({
  length: z.int().check(z.minimum(5), z.maximum(720)),
  every: z.int().check(z.minimum(5), z.maximum(240)),
})

const TreatmentInput = z.object({
  name: z.string().check(z.trim(), z.minLength(1, issue('name_required')), z.maxLength(200)),
  /** Without it a treatment that there is keeps its own. */
  description: z.optional(z.string().check(z.trim(), z.maxLength(longestDescription))),
  price: Price,
  slots: z.array(Slot).check(z.maxLength(200)),
  /** Minutes for which doctor and chair are occupied after an appointment; absent: as it is. */
  buffer: z.optional(z.int().check(z.minimum(0), z.maximum(240))),
  /** Instead of a list: slots of `length` minutes, at every multiple of `every` within its doctors' hours. */
  starts: z.optional(z.nullable(Starts)),
  /** Go on although appointments hold slots that are being removed. */
  confirmed: z._default(z.boolean(), false),
})

/** A treatment as staff see it. */
export const StaffTreatment = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Dollars. */
  price: z.number(),
  slots: z.array(z.string()),
  /** Minutes. */
  buffer: z.number(),
  /** `null` where it has a list of slots. */
  starts: z.nullable(Starts),
  /** Whether its doctors decide what is free, now or from some day on. */
  byDoctors: z.boolean(),
  archived: z.boolean(),
  /** Rises with every change of name, price or slots. */
  ...Revised,
  /** Live appointments from the clinic's today on. */
  upcoming: z.number(),
})
export type StaffTreatment = z.infer<typeof StaffTreatment>

/** What the clinic offers. Prices of appointments already made never change. */
export const treatmentEndpoints = {
  listStaffTreatments: {
    method: 'GET',
    path: '/staff/treatments',
    summary: 'All treatments, archived ones too.',
    access: { needs: 'setup' },
    audit: false,
    answer: z.array(StaffTreatment),
  },
  addTreatment: {
    method: 'POST',
    path: '/staff/treatments',
    summary: 'Offer a new treatment. A taken name answers 409 `treatment_exists`.',
    access: { needs: 'setup' },
    audit: 'treatment_added',
    body: TreatmentInput,
    answer: z.object({ insertedId: z.string() }),
  },
  changeTreatment: {
    method: 'PUT',
    path: '/staff/treatments/:id',
    summary:
      'Change a treatment. Unless confirmed, 409 `appointments_affected` lists who holds a slot that goes, and the appointments for which doctor or chair are not free as long as it takes now; `change` is what settles these. `changed_meanwhile` where its revision is another.',
    access: { needs: 'setup' },
    audit: 'treatment_changed',
    params: ById,
    body: z.extend(TreatmentInput, EditedRevision),
    answer: z.extend(StaffTreatment, { change: z.nullable(z.string()) }),
  },
  archiveTreatment: {
    method: 'POST',
    path: '/staff/treatments/:id/archive',
    summary: 'Take a treatment off the offer, or put it back; its appointments stay.',
    access: { needs: 'setup' },
    audit: 'treatment_archived',
    params: ById,
    body: z.object({ archived: z.boolean() }),
    answer: StaffTreatment,
  },
} as const satisfies Record<string, Endpoint>

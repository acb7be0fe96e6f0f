import * as z from 'zod/mini'
import { Done } from '../done.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById } from '../id.ts'
import { issue } from '../issues.ts'
import { EditedRevision } from '../schedule/staff-appointment.ts'
import { Email } from '../text.ts'
import { WireDay } from '../treatments/treatment.ts'
import {
  BlockInput,
  Chair,
  ChairDraft,
  ChairInput,
  Confirmation,
  DoctorScheduleInput,
  StaffDoctorSchedule,
} from './schedule.ts'

/** By the e-mail, as the specification has it, or by the id, which our pages send. */
const ByDoctor = z.object({ email: z.union([z.uuid(), Email], issue('email_invalid')) })

/** What settles the appointments that were left without their place; `null` where none was. */
const Change = { change: z.nullable(z.string()) }

/** Of a picture stored by us, or anywhere on the web; never a script's. */
function isPictureAddress(address: string): boolean {
  if (/^\/images\/[\w-]+\.webp$/.test(address)) return true
  return /^https?:\/\//i.test(address) && URL.canParse(address)
}

/** What a doctor is made of; the specialty is a treatment's name, the picture an address. */
export const DoctorInput = z.object({
  name: z.string().check(z.trim(), z.minLength(1, issue('name_required')), z.maxLength(200)),
  email: Email,
  specialty: z.string().check(z.minLength(1, issue('specialty_required')), z.maxLength(200)),
  img: z.string().check(
    z.refine((value) => value !== '', { error: issue('image_required'), abort: true }),
    z.maxLength(2000),
    z.refine(isPictureAddress, issue('image_address')),
  ),
})
export type DoctorInput = z.infer<typeof DoctorInput>

export const Doctor = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  specialty: z.string(),
  img: z.string(),
})
export type Doctor = z.infer<typeof Doctor>

/** What an image host answers, ours and an outside one alike. */
export const UploadedImage = z.object({
  success: z.literal(true),
  data: z.object({ url: z.string() }),
})

/** Doctors and their photos (specification section 7). */
export const doctorEndpoints = {
  listDoctors: {
    method: 'GET',
    path: '/doctors',
    summary: 'All doctors, by name.',
    access: { needs: 'setup' },
    audit: false,
    answer: z.array(Doctor),
  },
  addDoctor: {
    method: 'POST',
    path: '/doctors',
    summary: 'Add a doctor. One with a taken e-mail answers 409 `doctor_exists`.',
    access: { needs: 'setup' },
    audit: 'doctor_added',
    body: DoctorInput,
    answer: z.object({ insertedId: z.string() }),
  },
  changeDoctor: {
    method: 'PUT',
    path: '/doctors/:email',
    summary: 'Change a doctor, named by id or by the e-mail until now.',
    access: { needs: 'setup' },
    audit: 'doctor_changed',
    params: ByDoctor,
    body: DoctorInput,
    answer: Doctor,
  },
  removeDoctor: {
    method: 'DELETE',
    path: '/doctors/:email',
    summary:
      'Remove a doctor. With `unless=affected`, 409 `appointments_affected` lists the appointments that would be left without one, and nobody is removed; `requests_affected` where it is only requests of the waitlist, whose number is `waiting`.',
    access: { needs: 'setup' },
    audit: 'doctor_removed',
    params: ByDoctor,
    query: z.object({ unless: z.optional(z.literal('affected')) }),
    answer: z.object({ deletedCount: z.number() }),
  },
  uploadImage: {
    method: 'POST',
    path: '/images',
    summary: 'Upload a photo as multipart field `image`; it is cleaned, cropped square and kept.',
    access: { needs: 'setup' },
    audit: 'photo_uploaded',
    upload: 'image',
    answer: UploadedImage,
  },
  readDoctorSchedule: {
    method: 'GET',
    path: '/staff/doctors/:id/schedule',
    summary: 'When a doctor works, what they treat, and in which chairs.',
    access: { needs: 'setup' },
    audit: false,
    params: ById,
    answer: StaffDoctorSchedule,
  },
  changeDoctorSchedule: {
    method: 'PUT',
    path: '/staff/doctors/:id/schedule',
    summary:
      'Change it. Unless confirmed, 409 `appointments_affected` lists the appointments that lose their doctor, and `waiting` is how many requests of the waitlist do (`requests_affected` where it is only these); `changed_meanwhile` where the revision is another.',
    access: { needs: 'setup' },
    audit: 'doctor_schedule_changed',
    params: ById,
    body: DoctorScheduleInput,
    largestBody: 2 * 1024 * 1024,
    answer: z.extend(StaffDoctorSchedule, Change),
  },
  blockTime: {
    method: 'POST',
    path: '/staff/doctors/:id/blocks',
    summary:
      'Block a part of a day of a doctor. Unless confirmed, 409 `appointments_affected` lists the appointments in it (`requests_affected` where it is only requests of the waitlist); `time_blocked` where a part of it is blocked already, `schedule_full` where no more can be stored.',
    access: { needs: 'setup' },
    audit: 'time_blocked',
    params: ById,
    body: z.extend(BlockInput, Confirmation),
    answer: z.extend(Done, Change),
  },
  unblockTime: {
    method: 'DELETE',
    path: '/staff/doctors/:id/blocks',
    summary: 'Give a blocked part of a day back, known by its start.',
    access: { needs: 'setup' },
    audit: 'time_unblocked',
    params: ById,
    body: z.strictObject({ day: WireDay, start: z.int() }),
    answer: Done,
  },
  listChairs: {
    method: 'GET',
    path: '/staff/chairs',
    summary: 'All chairs, archived ones too.',
    access: { needs: 'schedule' },
    audit: false,
    answer: z.array(Chair),
  },
  addChair: {
    method: 'POST',
    path: '/staff/chairs',
    summary:
      'Add a chair. From the first one on each appointment with a doctor takes one. A taken name answers 409 `chair_exists`.',
    access: { needs: 'setup' },
    audit: 'chair_added',
    body: z.extend(ChairInput, Confirmation),
    answer: z.object({ insertedId: z.string(), ...Change }),
  },
  changeChair: {
    method: 'PUT',
    path: '/staff/chairs/:id',
    summary:
      'Change, archive or restore a chair. Unless confirmed, 409 `appointments_affected` lists the appointments that are left without one.',
    access: { needs: 'setup' },
    audit: 'chair_changed',
    params: ById,
    body: z.extend(ChairDraft, { ...Confirmation, ...EditedRevision }),
    answer: z.extend(Chair, Change),
  },
} as const satisfies Record<string, Endpoint>

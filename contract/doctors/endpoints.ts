import * as z from 'zod/mini'
import { Email } from '../email.ts'
import type { Endpoint } from '../endpoint.ts'
import { Doctor, DoctorInput, UploadedImage } from './doctor.ts'

const ByEmail = z.object({ email: Email })

/** Doctors and their photos (specification section 7). */
export const doctorEndpoints = {
  listDoctors: {
    method: 'GET',
    path: '/doctors',
    summary: 'All doctors, by name.',
    access: 'admin',
    audit: false,
    answer: z.array(Doctor),
  },
  addDoctor: {
    method: 'POST',
    path: '/doctors',
    summary: 'Add a doctor. One with a taken e-mail answers 409 `doctor_exists`.',
    access: 'admin',
    audit: 'doctor_added',
    body: DoctorInput,
    answer: z.object({ insertedId: z.string() }),
  },
  changeDoctor: {
    method: 'PUT',
    path: '/doctors/:email',
    summary: 'Change a doctor, known by the e-mail until now.',
    access: 'admin',
    audit: 'doctor_changed',
    params: ByEmail,
    body: DoctorInput,
    answer: Doctor,
  },
  removeDoctor: {
    method: 'DELETE',
    path: '/doctors/:email',
    summary: 'Remove a doctor.',
    access: 'admin',
    audit: 'doctor_removed',
    params: ByEmail,
    answer: z.object({ deletedCount: z.number() }),
  },
  uploadImage: {
    method: 'POST',
    path: '/images',
    summary: 'Upload a photo as multipart field `image`; it is cleaned, cropped square and kept.',
    access: 'admin',
    audit: 'photo_uploaded',
    upload: 'image',
    answer: UploadedImage,
  },
} as const satisfies Record<string, Endpoint>

import * as z from 'zod/mini'
import { issue } from '../issues.ts'
import { Email } from '../text.ts'

/** Of a picture kept by us, or anywhere on the web; never a script's. */
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

import { type Doctor, DoctorInput } from '../../contract/doctors/doctor.ts'
import type { Language } from '../../contract/language.ts'
import { translate } from '../../contract/translate.ts'
import type { ApiError } from '../data/api-error.ts'

/** What is typed and chosen; the photo has a life of its own. */
export type DoctorDraft = Omit<DoctorInput, 'img'>

/** In the order of the form. */
export const doctorFields = ['name', 'email', 'specialty', 'img'] as const
export type DoctorField = (typeof doctorFields)[number]
export type Problems = Partial<Record<DoctorField, string>>

export function draftOf(doctor: Doctor | undefined): DoctorDraft {
  const { name = '', email = '', specialty = '' } = doctor ?? {}
  return { name, email, specialty }
}

/** The first thing that is wrong with each field. A photo may be there before its address is. */
export function findProblems(draft: DoctorDraft, hasPhoto: boolean, language: Language): Problems {
  const { error } = DoctorInput.safeParse({ ...draft, img: '' })
  const issues = error?.issues.map(({ path, message }) => ({
    path,
    message: translate(language, message),
  }))
  const { img, ...typed } = byField(issues ?? [])
  return hasPhoto || !img ? typed : { ...typed, img }
}

/** What the server refused, at the fields it is about; empty where it is about none. */
export function refusedFields({ code, message, issues = [] }: ApiError): Problems {
  if (code === 'doctor_exists') return { email: message }
  if (code === 'unknown_specialty') return { specialty: message }
  return byField(issues.map((issue) => ({ ...issue, path: [issue.path] })))
}

function byField(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Problems {
  const problems: Problems = {}
  for (const { path, message } of issues) {
    const field = doctorFields.find((one) => one === path[0])
    if (field) problems[field] ??= message
  }
  return problems
}

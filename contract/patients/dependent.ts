import * as z from 'zod/mini'
import type { BookingRefusal } from '../errors.ts'
import { defineTexts } from '../language.ts'
import { PersonName } from '../text.ts'

/** The relation of a dependent to the account's holder, who books for them. */
export const Relation = z.enum(['child', 'partner', 'parent', 'other'])
export type Relation = z.infer<typeof Relation>

/** As many as one account books for. */
export const mostDependents = 20

export const FamilyDraft = z.object({
  name: PersonName,
  relation: Relation,
})
export type FamilyDraft = z.infer<typeof FamilyDraft>

/** A patient for whom another person's account books. */
export const Dependent = z.object({ _id: z.string(), name: z.string(), relation: Relation })
export type Dependent = z.infer<typeof Dependent>

/** The dependent an appointment is for, as they were called when it was made. */
export const TreatedDependent = z.object({ name: z.string(), relation: Relation })
export type TreatedDependent = z.infer<typeof TreatedDependent>

/** Why a dependent was not added or renamed: stable codes with the sentence shown. */
export const familyRefusals = {
  dependent_exists: 'There is somebody of this name in your list already.',
  family_full: 'Your list is full: it takes 20 people.',
} as const
export type FamilyRefusal = keyof typeof familyRefusals

/** The texts of a refused booking for a dependent instead of the account's holder. */
export const dependentRefusals = {
  already_booked: 'This person already has this treatment on that day.',
  patient_busy: 'This person has another appointment at that time.',
} as const satisfies Partial<Record<BookingRefusal, string>>

export const dependentRefusalTexts = defineTexts<Record<keyof typeof dependentRefusals, string>>({
  en: dependentRefusals,
  es: {
    already_booked: 'Esta persona ya tiene este tratamiento ese día.',
    patient_busy: 'Esta persona tiene otra cita a esa hora.',
  },
})

export const familyRefusalTexts = defineTexts<Record<FamilyRefusal, string>>({
  en: familyRefusals,
  es: {
    dependent_exists: 'Ya hay alguien con ese nombre en su lista.',
    family_full: 'Su lista está completa: admite 20 personas.',
  },
})

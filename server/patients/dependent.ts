import type { FamilyDraft, FamilyRefusal } from '../../contract/patients/dependent.ts'

/** A dependent as an account has them in its list. */
export type Dependent = FamilyDraft & { id: string }

/** The patient that an account books for, the account that holds them, and its holder’s name. */
export type ForDependent = { dependentId: string; holder: string; bookerName: string }

export type DependentOutcome =
  | { ok: true; dependent: Dependent }
  | { ok: false; reason: FamilyRefusal }

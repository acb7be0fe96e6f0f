import type { Generated } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { Language } from '../../contract/language.ts'
import type { Relation } from '../../contract/patients/dependent.ts'
import type { Instant } from '../clock.ts'

/** The tables of migration 0026. */
export type PatientTables = {
  /** Who is treated, with or without an account. Triggers make the holder of each account. */
  patients: {
    id: string
    /** The account that holds them; `null` for those whom only the clinic knows. */
    accountId: Generated<string | null>
    /** What a dependent is to the account's holder; `null` for the holder and without an account. */
    relation: Generated<Relation | null>
    /** 1 to 20 in the list of the account's dependents; `null` once they were taken out of it. */
    place: Generated<number | null>
    name: string
    /** The name as `foldText` makes it. */
    nameKey: string
    birthDate: Generated<Day | null>
    /** As it was typed, and its digits. */
    phone: Generated<string>
    phoneKey: Generated<string>
    /** Lower case; the account's for its holder, '' for its dependents. */
    email: Generated<string>
    /** `guest:…`, which stands on their appointments, of somebody with neither account nor e-mail. */
    guestKey: Generated<string | null>
    /** In which the clinic writes to them; an account has its own. */
    language: Generated<Language | null>
    /** By staff, for staff. */
    note: Generated<string>
    /** What staff must see at once, as `Penicillin allergy`. */
    alert: Generated<string>
    /** Rises with every change. */
    revision: Generated<number>
    createdAt: Instant
    archivedAt: Generated<Instant | null>
    /** When the person was removed from it; what it stands for stays. */
    erasedAt: Generated<Instant | null>
    /** The patient who has everything that was theirs. */
    mergedInto: Generated<string | null>
  }
  /** What a merge has changed, for as long as it can be taken back. */
  patientMerges: {
    id: string
    keptId: string
    goneId: string
    mergedAt: Instant
    /** JSON of what the merge filled in the patient who was kept. */
    keptBefore: string
    /** The revision that the merge gave them. */
    keptRevision: number
    /** The other was in the list of an account. */
    wasListed: 0 | 1
  }
  /** Its appointments, and what they said of a dependent. */
  patientMergeParts: {
    mergeId: string
    appointmentId: string
    relation: Relation | null
    bookerName: string | null
  }
  /** Every end of the name, the phone's digits and the e-mail, 40 characters of each. */
  patientParts: { part: string; patient: string }
  /** Keyed digests of what an import would know erased people by. */
  erasedPeople: { key: string; erasedAt: Instant }
}

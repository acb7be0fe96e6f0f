import type { Generated } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { Language } from '../../contract/language.ts'
import type { Relation } from '../../contract/patients/dependent.ts'
import type { Instant } from '../clock.ts'

/** The tables of migration 0026. */
export type PatientTables = {
  /** Patients, with or without an account. Triggers create the holder of each account. */
  patients: {
    id: string
    /** The account that the patient belongs to; `null` for patients known only to the clinic. */
    accountId: Generated<string | null>
    /** A dependent's relationship to the account's holder; `null` for the holder and without an account. */
    relation: Generated<Relation | null>
    /** 1 to 20 in the list of the account's dependents; `null` once removed from it. */
    place: Generated<number | null>
    name: string
    /** The name as folded by `foldText`. */
    nameKey: string
    birthDate: Generated<Day | null>
    /** As typed, and its digits only. */
    phone: Generated<string>
    phoneKey: Generated<string>
    /** Lower case; the account's for its holder, '' for its dependents. */
    email: Generated<string>
    /** `guest:…`, used on their appointments, for a patient with neither account nor e-mail. */
    guestKey: Generated<string | null>
    /** The language of mails to them; an account has its own. */
    language: Generated<Language | null>
    /** Written by staff, for staff. */
    note: Generated<string>
    /** A warning that staff must see at once, as `Penicillin allergy`. */
    alert: Generated<string>
    /** Rises with every change. */
    revision: Generated<number>
    createdAt: Instant
    archivedAt: Generated<Instant | null>
    /** When the person's data was erased; the row and its appointments stay. */
    erasedAt: Generated<Instant | null>
    /** The patient that this one was merged into. */
    mergedInto: Generated<string | null>
  }
  /** What a merge has changed, for as long as it can be undone. */
  patientMerges: {
    id: string
    keptId: string
    goneId: string
    mergedAt: Instant
    /** The values that the merge replaced in the remaining patient, as JSON. */
    keptBefore: string
    /** The revision that the merge gave the remaining patient. */
    keptRevision: number
    /** Whether the merged patient was in an account's list of dependents. */
    wasListed: 0 | 1
  }
  /** The appointments of a merge, and their former data about a dependent. */
  patientMergeParts: {
    mergeId: string
    appointmentId: string
    relation: Relation | null
    bookerName: string | null
  }
  /** Every suffix of the name, the phone's digits and the e-mail, each up to 40 characters. */
  patientParts: { part: string; patient: string }
  /** Keyed digests by which an import recognizes erased people. */
  erasedPeople: { key: string; erasedAt: Instant }
}

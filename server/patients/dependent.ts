import type { FamilyDraft, FamilyRefusal } from '../../contract/patients/dependent.ts'

/** Somebody of an account's family as it has them in its list. */
export type Member = FamilyDraft & { id: string }

/** Somebody of an account's family: their id in the list of `holder`, a user's id, and that user's name. */
export type ForMember = { person: string; holder: string; bookerName: string }

export type MemberOutcome = { ok: true; member: Member } | { ok: false; reason: FamilyRefusal }

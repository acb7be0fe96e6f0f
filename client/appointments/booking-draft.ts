import * as z from 'zod/mini'
import { Relation } from '../../contract/patients/dependent.ts'

/** What was typed into the booking form and is nowhere else: the address has day, treatment and slot. */
const BookingDraft = z.object({
  /** `null` while it is what the account has. */
  phone: z.nullable(z.string()),
  /** A dependent who is not saved yet. */
  dependent: z.nullable(z.object({ name: z.string(), relation: Relation })),
})
export type BookingDraft = z.infer<typeof BookingDraft>

const Stored = z.extend(BookingDraft, { account: z.string() })

const key = 'bookingDraft'
const nothing: BookingDraft = { phone: null, dependent: null }

/** What the account has typed in this tab; another account's is removed. */
export function readBookingDraft(account: string): BookingDraft {
  try {
    const stored = Stored.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    if (stored.success && stored.data.account === account) return stored.data
    sessionStorage.removeItem(key)
  } catch {
    // A browser that forbids storage, or not our text: it starts empty.
  }
  return nothing
}

/** Stores it for a reload, a refusal or a new sign-in; `null` once it is booked. */
export function storeBookingDraft(account: string, draft: BookingDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify({ ...draft, account }))
  } catch {
    // A browser that forbids storage: what was typed lasts as long as the form.
  }
}

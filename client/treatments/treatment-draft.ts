import { formatSlot, parseSlot, type SlotTime } from '../../contract/appointments/slot.ts'
import type { Language } from '../../contract/language.ts'
import { showDollars } from '../../contract/show.ts'
import type { StaffTreatment } from '../../contract/treatments/endpoints.ts'
import { readPrice, writePrice } from './price-input.ts'
import { formTexts } from './texts-form.ts'

/** The form as it stands; times in order, none over another. */
export type TreatmentDraft = { name: string; price: string; slots: readonly SlotTime[] }

type TreatmentField = 'name' | 'price' | 'slots'
export type Problems = Partial<Record<TreatmentField, string>>

const dearest = 100_000
const mostSlots = 200

export function draftOf(treatment: StaffTreatment | undefined): TreatmentDraft {
  if (!treatment) return { name: '', price: '', slots: [] }
  const slots = treatment.slots.flatMap((slot) => parseSlot(slot) ?? [])
  return { name: treatment.name, price: writePrice(treatment.price), slots }
}

export type TreatmentBody = { name: string; price: number; slots: string[] }

/** What a draft sends, or what is wrong with it, field by field. */
export function readDraft(
  { name, price, slots }: TreatmentDraft,
  language: Language,
): { body: TreatmentBody; problems?: undefined } | { body?: undefined; problems: Problems } {
  const t = formTexts[language]
  const dollars = readPrice(price)
  const problems: Problems = {}
  if (name.trim() === '') problems.name = t.nameRequired
  if (dollars === null) problems.price = t.priceUnread
  else if (dollars > dearest) problems.price = t.priceTooHigh(showDollars(language, dearest))
  if (slots.length > mostSlots) problems.slots = t.tooManyTimes(mostSlots)
  if (dollars === null || Object.keys(problems).length > 0) return { problems }
  return { body: { name: name.trim(), price: dollars, slots: slots.map(formatSlot) } }
}

/** Whether saving would change anything. */
export function isSameDraft(one: TreatmentDraft, other: TreatmentDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

import { formatSlot, parseSlot, type SlotTime } from '../../contract/appointments/slot.ts'
import type { Language } from '../../contract/language.ts'
import { showDollars } from '../../contract/show.ts'
import type { StaffTreatment } from '../../contract/treatments/endpoints.ts'
import type { Checked, Problems } from '../forms/problems.ts'
import { formTexts } from './texts-form.ts'

/** The form as it stands; times in order, none over another. */
export type TreatmentDraft = {
  name: string
  description: string
  price: string
  slots: readonly SlotTime[]
}

/** In their order on the screen. */
export const treatmentFields = ['name', 'price', 'description', 'slots'] as const
export type TreatmentField = (typeof treatmentFields)[number]

const dearest = 100_000
const mostSlots = 200

export function draftOf(treatment: StaffTreatment | undefined): TreatmentDraft {
  if (!treatment) return { name: '', description: '', price: '', slots: [] }
  const slots = treatment.slots.flatMap((slot) => parseSlot(slot) ?? [])
  const { name, description, price } = treatment
  return { name, description, price: writePrice(price), slots }
}

export type TreatmentBody = {
  name: string
  description: string
  price: number
  slots: string[]
}

/** What a draft sends, or what is wrong with it, field by field. */
export function readDraft(
  { name, description, price, slots }: TreatmentDraft,
  language: Language,
): Checked<TreatmentBody, TreatmentField> {
  const t = formTexts[language]
  const dollars = readPrice(price)
  const problems: Problems<TreatmentField> = {}
  if (name.trim() === '') problems.name = t.nameRequired
  if (dollars === null) problems.price = t.priceUnread
  else if (dollars > dearest) problems.price = t.priceTooHigh(showDollars(language, dearest))
  if (slots.length > mostSlots) problems.slots = t.tooManyTimes(mostSlots)
  if (dollars === null || Object.keys(problems).length > 0) return { ok: false, problems }
  return {
    ok: true,
    values: {
      name: name.trim(),
      description: description.trim(),
      price: dollars,
      slots: slots.map(formatSlot),
    },
  }
}

/** Dollars of what was typed: `99`, `99.5`, `$1,099.50`; `null` for anything else. */
export function readPrice(text: string): number | null {
  const plain = text.trim().replace(/^\$\s*/, '')
  if (!/^(\d{1,6}|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(plain)) return null
  return Number(plain.replaceAll(',', ''))
}

/** 99 as `99.00`. */
export function writePrice(dollars: number): string {
  return dollars.toFixed(2)
}

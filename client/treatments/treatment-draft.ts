import { formatSlot, parseSlot, type SlotTime } from '../../contract/appointments/slot.ts'
import type { Language } from '../../contract/language.ts'
import { showDollars } from '../../contract/show.ts'
import type { StaffTreatment } from '../../contract/treatments/endpoints.ts'
import type { Checked, Problems } from '../forms/problems.ts'
import { formTexts } from './texts.ts'

/** The form as it stands; times in order, none over another. */
export type TreatmentDraft = {
  name: string
  description: string
  price: string
  slots: readonly SlotTime[]
  /** Minutes, as typed; '' is none. */
  buffer: string
  /** From a list, or computed from length and frequency in minutes, as typed. */
  begins: 'list' | 'hours'
  length: string
  every: string
}

/** In their order on the screen. */
export const treatmentFields = [
  'name',
  'price',
  'description',
  'begins',
  'slots',
  'length',
  'every',
  'buffer',
] as const
export type TreatmentField = (typeof treatmentFields)[number]

const dearest = 100_000
const mostSlots = 200

export function draftOf(treatment: StaffTreatment | undefined): TreatmentDraft {
  const times = { buffer: '', begins: 'list', length: '', every: '' } as const
  if (!treatment) return { name: '', description: '', price: '', slots: [], ...times }
  const slots = treatment.slots.flatMap((slot) => parseSlot(slot) ?? [])
  const { name, description, price, buffer, starts } = treatment
  return {
    ...{ name, description, price: writePrice(price), slots },
    buffer: buffer === 0 ? '' : String(buffer),
    begins: starts ? 'hours' : 'list',
    length: starts ? String(starts.length) : '',
    every: starts ? String(starts.every) : '',
  }
}

export type TreatmentBody = {
  name: string
  description: string
  price: number
  slots: string[]
  buffer: number
  starts: { length: number; every: number } | null
}

/** What a draft sends, or what is wrong with it, field by field. */
export function readDraft(
  { name, description, price, slots, ...times }: TreatmentDraft,
  language: Language,
): Checked<TreatmentBody, TreatmentField> {
  const t = formTexts[language]
  const dollars = readPrice(price)
  const isComputed = times.begins === 'hours'
  const length = readMinutes(times.length, 5, 720)
  const every = readMinutes(times.every, 5, 240)
  const buffer = times.buffer.trim() === '' ? 0 : readMinutes(times.buffer, 0, 240)
  const problems: Problems<TreatmentField> = {}
  if (name.trim() === '') problems.name = t.nameRequired
  if (dollars === null) problems.price = t.priceUnread
  else if (dollars > dearest) problems.price = t.priceTooHigh(showDollars(language, dearest))
  if (slots.length > mostSlots) problems.slots = t.tooManyTimes(mostSlots)
  if (isComputed && length === null) problems.length = t.minutesUnread(5, 720)
  if (isComputed && every === null) problems.every = t.minutesUnread(5, 240)
  if (buffer === null) problems.buffer = t.minutesUnread(0, 240)
  if (dollars === null || buffer === null || Object.keys(problems).length > 0) {
    return { ok: false, problems }
  }
  return {
    ok: true,
    values: {
      name: name.trim(),
      description: description.trim(),
      price: dollars,
      slots: isComputed ? [] : slots.map(formatSlot),
      buffer,
      starts: isComputed && length !== null && every !== null ? { length, every } : null,
    },
  }
}

/** Whole minutes of what was typed, `null` for anything else or outside the bounds. */
function readMinutes(text: string, least: number, most: number): number | null {
  if (!/^\d{1,3}$/.test(text.trim())) return null
  const minutes = Number(text)
  return minutes >= least && minutes <= most ? minutes : null
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

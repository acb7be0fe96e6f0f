import { v7 as uuidv7 } from 'uuid'

/** Longer text is cut: searches are never longer, and the size of an index entry is limited. */
const longest = 100

/** Text as it is searched by: lower case, without accents, single spaces. */
function searchKey(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}+/gu, '')
  return plain.toLowerCase().trim().replace(/\s+/g, ' ').slice(0, longest)
}

export function phoneKey(phone: string): string {
  return phone.replace(/\D+/g, '').slice(0, longest)
}

const alone: Record<string, string> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ς: 'σ' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
}

/**
 * Text as a search compares it: lower case, without accents and without any characters between letters and
 * digits. Migration 0023 does the same in the SQL of both engines. An @ stays.
 */
export function foldText(text: string): string {
  const plain = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
  const kept = plain.replace(/[\s!-/:-?[-`{-~\u00a0-\u00bf\u2000-\u206f]/g, '')
  return [...kept].map((letter) => alone[letter.toLowerCase()] ?? letter.toLowerCase()).join('')
}

/** What is searched for: all of the words, or one of the phones, which are whole ones. */
export type Sought = { words: string[]; phones: string[] }

/** Fewer digits are no number with its country's code. */
const leastWithCountry = 9

const phone = /^[\d\s()+./-]+(?:(?:x|ext|extension|extensión)[.:]?\s*\d+\s*)?$/i

/** A phone number, or a part of one, also with an extension, whose digits are stored behind its own. */
export function isPhone(search: string): boolean {
  return phone.test(search)
}

/** The words of a search, folded, the longest first; of a phone number its digits. */
export function readSearch(search: string): Sought {
  if (!isPhone(search)) {
    const words = search.split(/[\s,;]+/).flatMap((word) => foldText(word) || [])
    return { words: words.toSorted((one, other) => other.length - one.length), phones: [] }
  }
  const digits = phoneKey(search).replace(/^00/, '')
  if (digits === '') return { words: [], phones: [] }
  const national = [1, 2, 3].map((code) => digits.slice(code))
  const phones = national.flatMap((number) => [number, `0${number}`])
  return { words: [digits], phones: digits.length < leastWithCountry ? [] : phones }
}

/** Past every text that begins as the one before it; the last character that there is. */
const end = '\u{10FFFF}'

/** Characters of an end of a name, phone or e-mail that the index has. */
const longestPart = 40

/** Between which entries of the index a word's are. */
export function rangeOf(word: string): { from: string; below: string } {
  const from = word.slice(0, longestPart)
  return { from, below: from + end }
}

/** Who a patient of an appointment is to the search, besides their e-mail or guest's key. */
export function makeSearchKeys(person: { patientName: string; phone: string }) {
  return { nameKey: searchKey(person.patientName), phoneKey: phoneKey(person.phone) }
}

const prefix = 'guest:'

/**
 * Identifies a patient without an e-mail. The same name and phone count as the same person, who cannot have
 * overlapping appointments either. A name alone does not identify a person: without a phone, each is a
 * separate one.
 */
export function makeGuestKey({
  patientName,
  phone,
}: {
  patientName: string
  phone: string
}): string {
  return `${prefix}${searchKey(patientName)}:${phoneKey(phone) || `-${uuidv7()}`}`
}

/** What stands for the patient of an appointment whose account was removed; migration 22 knows it. */
export function makeRemovedKey(userId: string): string {
  return `${prefix}removed:${userId}`
}

/** Whether a patient of an appointment has no e-mail, so that no mail can reach them. */
export function isGuest(patient: string): boolean {
  return patient.startsWith(prefix)
}

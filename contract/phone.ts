import { parsePhone } from './reminders/endpoints.ts'

/** What the digits of a keypad stand for besides themselves, A to Z (ITU-T E.161). */
const keys = '22233344455566677778889999'

/** An extension or a remark behind a number's letters. */
const aside = /[\s,;]+(?:ext\p{L}*|x)[\s.]*\d+$|\s*\([^()]*\)$/iu
/** Seven digits and a word: a number without its area code, and a remark. */
const local = /^\(?\d{3}\W*\d{4}\W+[a-z]/i
/** The network ignores letters beyond the tenth digit. */
const lettered = /^((?:\+?1)?[2-9]\d{2}[\da-z]{7})[a-z]*$/i

/**
 * What is dialled of a number as people write it: `+1 (718) 555-0142, ext. 5` as `+17185550142`. An extension, a
 * remark and a second number behind it are said and not dialled. '' where it has no digit.
 */
export function dialled(phone: string): string {
  const isWhole = parsePhone(phone) !== null
  const number = isWhole ? phone : phone.split(/[\p{L},;/]/u).find((part) => /\d/.test(part))
  return (number ?? '').replaceAll(/[^\d+]/g, '').replaceAll(/(?!^)\+/g, '')
}

/**
 * The same of a clinic's own number, whose letters may stand for digits: `(718) 555-SMILE` as `7185557645`.
 * `null` where it holds no number that a phone can call.
 */
export function parseClinicPhone(phone: string): string | null {
  const number = phone.trim()
  const [plain = ''] = number.split(/[\s,;]*[a-z]/i)
  if (parsePhone(plain) !== null) return dialled(plain)
  if (local.test(number)) return null
  const bare = number.replace(aside, '').replaceAll(/[\s().\u2010-\u2015/-]/g, '')
  const digits = lettered
    .exec(bare)?.[1]
    ?.toUpperCase()
    .replaceAll(/[A-Z]/g, (letter) => keys.charAt(letter.charCodeAt(0) - 65))
  return digits && parsePhone(digits) ? digits : null
}

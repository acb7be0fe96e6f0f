import { dictionary } from '@zxcvbn-ts/language-common'
import { commonWords, keyboardRows } from './list-passwords.ts'

/** Characters of a password that staff set; the specification's 6 are for patients. */
export const staffPasswordLength = 12

/** The 49,000 most frequent of leaks, in lower case. */
const leaked = new Set(dictionary['passwords-common'])
const common = new Set(commonWords.split(/\s+/))
const rows = keyboardRows.split(/\s+/).flatMap((row) => [row, [...row].reverse().join('')])

/**
 * Whether a password is among the first that somebody would try: one of a leak, a well-known word, a run
 * of keys, a repetition, or one of `names` (the clinic's, the account's), with any capitals, signs and the usual
 * digits for letters or at its ends.
 */
export function isGuessable(password: string, names: readonly string[] = []): boolean {
  if (leaked.has(password.toLowerCase())) return true
  const lower = withoutAccents(password)
  const plain = lower.replace(/[^\p{L}\p{N}]/gu, '')
  if (isPattern(plain)) return true
  const ends = /^\d*|\d*$/g
  const digits = (plain.match(ends) ?? []).join('')
  // More digits than a year are a secret of their own, unless they are a pattern.
  if (digits.length > 4 && !isPattern(digits)) return false
  const cores = [plain, ...spellings(lower)].map((text) => text.replace(ends, ''))
  const known = madeOf(names)
  return cores.some((core) => common.has(core) || known(core) || (core !== '' && isPattern(core)))
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** All of two characters, something repeated, or neighbours on the keyboard or in the alphabet. */
function isPattern(text: string): boolean {
  if (new Set(text).size <= 2 || /^(.+)\1+$/u.test(text)) return true
  return rows.some((row) => row.includes(text))
}

/** The letters that signs and digits stand for; a 1 is read as either of two. */
function spellings(text: string): string[] {
  const letters = { '@': 'a', 4: 'a', 3: 'e', 0: 'o', $: 's', 5: 's', 7: 't' }
  const spelled = Object.entries(letters).reduce(
    (read, [sign, letter]) => read.replaceAll(sign, letter),
    text.replace(/\d+$/, ''),
  )
  return ['i', 'l'].map((one) => spelled.replaceAll(/[1!]/g, one).replace(/[^\p{L}\p{N}]/gu, ''))
}

/** Whether a text is made of the words of some names and of nothing else. */
function madeOf(names: readonly string[]): (text: string) => boolean {
  const words = names.flatMap((name) => withoutAccents(name).match(/[\p{L}\p{N}]{3,}/gu) ?? [])
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length)
  return (text) => {
    const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), text)
    return text !== '' && rest === ''
  }
}

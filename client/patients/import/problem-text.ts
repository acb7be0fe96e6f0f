import { isIssueCode, issueTexts } from '../../../contract/issues.ts'
import type { Language } from '../../../contract/language.ts'
import { type ImportedLine, importProblems } from '../../../contract/patients/import.ts'
import { refusalText } from '../../../contract/refusal-texts.ts'

type Problem = ImportedLine['problems'][number]

/** What is wrong with a line: its column, and the code in the reader's language. */
export function problemText(language: Language, { column, code }: Problem): string {
  const words = wordsOf(language, code)
  return column === '' ? words : `${column}: ${words}`
}

function wordsOf(language: Language, code: string): string {
  const own: Readonly<Record<string, string>> = importProblems[language]
  if (own[code] !== undefined) return own[code]
  if (isIssueCode(code)) return issueTexts[language][code]
  return refusalText(language, 'staff', { code, status: 409 }) ?? code
}

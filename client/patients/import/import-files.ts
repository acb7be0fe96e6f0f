import { isIssueCode, issueTexts } from '../../../contract/issues.ts'
import { type Language, languages } from '../../../contract/language.ts'
import {
  type ImportedLine,
  type ImportReport,
  importHeadings,
  importProblems,
} from '../../../contract/patients/import.ts'
import { refusalText } from '../../../contract/refusal-texts.ts'
import { importTexts } from './texts.ts'

/** The file to begin with, in the reader's language: its headings and one line as an example. */
export function writeTemplate(language: Language): string {
  return writeCsv([Object.values(importHeadings[language]), importTexts[language].example])
}

/** The lines of which something was refused, as they stood in the file, each with why. */
export function writeRefused(language: Language, { columns, lines }: ImportReport): string {
  // A file that was mended and refused again has the column already.
  const reasons = languages.map((one) => importTexts[one].problem)
  const kept = columns.flatMap((column, index) => (reasons.includes(column) ? [] : [index]))
  const cut = (cells: readonly string[]) => kept.map((index) => cells[index] ?? '')
  const rows = lines.flatMap(({ problems, cells }) => {
    const why = problems.map((problem) => problemText(language, problem)).join(' ')
    return problems.length === 0 ? [] : [[...cut(cells), why]]
  })
  return writeCsv([[...cut(columns), importTexts[language].problem], ...rows])
}

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

/** As the clinic's own downloads: with a byte order mark, and no cell begins a formula. */
function writeCsv(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const plain = /^[=+\-@]/.test(text) ? `'${text}` : text
    return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
  }
  return `\ufeff${rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`
}

/** Hands a CSV file to the browser. */
export function saveCsv(name: string, content: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}

import { CsvError, parse } from 'csv-parse/sync'
import { parseSlot } from '../../../contract/appointments/slot.ts'
import { type Day, parseDay } from '../../../contract/date.ts'
import type { BookingRefusal } from '../../../contract/errors.ts'
import { type IssueCode, issueCode } from '../../../contract/issues.ts'
import {
  type DateOrder,
  type ImportField,
  type ImportProblem,
  type ImportRefusal,
  type ImportReport,
  importHeadings,
  mostImported,
} from '../../../contract/patients/import.ts'
import { PatientDraft } from '../../../contract/patients/patient.ts'
import { findUnfit, unfitText } from '../../../contract/text.ts'
import { type Actor, type Refused, refused } from '../../appointments/appointment.ts'
import { foldText } from '../../appointments/search-keys.ts'

/** A line of the file; `line` is where it begins. */
export type Row = { line: number; cells: string[] }

export type FileTable = {
  encoding: ImportReport['encoding']
  columns: string[]
  rows: Row[]
}

type Decoded = Pick<FileTable, 'encoding'> & { text: string }

/** A longer line is a quotation mark that was never closed. */
const longestLine = 100_000
/** Enough for the first line, which says what stands between cells. */
const headLength = 10_000

/**
 * Reads a CSV file as spreadsheets of several countries write it: comma, semicolon or tab between cells,
 * UTF-8, UTF-16 or Windows-1252, any line ends, quotation marks and line breaks in cells.
 */
export function readTable(
  bytes: Uint8Array,
): { ok: true; table: FileTable } | Refused<ImportRefusal> {
  const decoded = decode(bytes)
  if (!decoded) return refused('import_no_csv')
  const { encoding, text } = decoded
  // Excel's own line about what stands between cells.
  const said = /^sep=(.)(\r\n|\n|\r)/i.exec(text)
  const body = said ? text.slice(said[0].length) : text
  const delimiter = said?.[1] ?? delimiterOf(body.slice(0, headLength))
  const parsed = parseRows(body, delimiter)
  if (typeof parsed === 'string') return refused(parsed)
  const [head, ...rows] = parsed.map((row) => ({ ...row, line: row.line + (said ? 1 : 0) }))
  if (!head || rows.length === 0) return refused('import_empty')
  if (rows.length > mostImported) return refused('import_too_long')
  return { ok: true, table: { encoding, columns: head.cells, rows } }
}

/** `null` for what is no text. What is neither Unicode nor a spreadsheet's own format reads as Windows-1252. */
function decode(bytes: Uint8Array): Decoded | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16', 'utf-16le', bytes)
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16', 'utf-16be', bytes)
  // Zipped spreadsheets, pictures and the like; no text has it.
  if (bytes.subarray(0, headLength).includes(0)) return null
  return decodeAs('utf-8', 'utf-8', bytes) ?? decodeAs('windows-1252', 'windows-1252', bytes)
}

function decodeAs(
  encoding: FileTable['encoding'],
  label: string,
  bytes: Uint8Array,
): Decoded | null {
  try {
    // Takes the byte order mark off.
    return { encoding, text: new TextDecoder(label, { fatal: true }).decode(bytes) }
  } catch {
    return null
  }
}

/** What stands most often between the headings. */
function delimiterOf(head: string): string {
  const [first = ''] = head.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  const count = (delimiter: string) => first.split(delimiter).length
  return [',', ';', '\t'].reduce((most, one) => (count(one) > count(most) ? one : most))
}

/** The most lines of a file, with blank ones. */
const mostLines = 2 * mostImported

function parseRows(text: string, delimiter: string): Row[] | ImportRefusal {
  const rows: Row[] = []
  let begun = 1
  let records = 0
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: longestLine,
      to: mostLines + 1,
      on_record: (record: string[], { lines }) => {
        records += 1
        const cells = record.map(readCell)
        if (cells.some((cell) => cell !== '')) rows.push({ line: begun, cells })
        begun = lines + 1
        return null
      },
    })
    return records > mostLines ? 'import_too_long' : rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return 'import_quotes'
  }
}

/** Without the apostrophe that downloads put before what a spreadsheet would take for a formula. */
function readCell(cell: string): string {
  const text = cell.trim()
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text
}

/** Who imports, and how. */
export type ImportOrder = {
  actor: Actor
  dates: DateOrder | undefined
  /** Decides everything and stores nothing. */
  isTrial: boolean
}

/** Further headings by which a column is known, besides those of the template in each language. */
const synonyms: Record<ImportField, readonly string[]> = {
  name: ['First name', 'Given name', 'Full name', 'Patient', 'Patient name', 'Paciente'],
  lastName: ['Surname', 'Family name', 'Apellido'],
  birthDate: ['Date of birth', 'DOB', 'Birthday', 'Born', 'Nacimiento'],
  phone: ['Telephone', 'Phone number', 'Tel', 'Mobile', 'Cell', 'Móvil', 'Celular'],
  email: ['Mail', 'Email address', 'Correo', 'E-mail address'],
  language: [],
  alert: ['Medical alert', 'Alerta'],
  note: ['Notes', 'Notas'],
  treatment: ['Service', 'Procedure', 'Servicio'],
  day: ['Date', 'Appointment', 'Fecha', 'Cita'],
  time: ['Time', 'Start', 'Slot', 'Hora'],
  doctor: ['Dentist', 'Provider', 'Dentista'],
}

const fieldOf = new Map<string, ImportField>(
  Object.entries(synonyms).flatMap(([name, others]) => {
    // The keys of a record of fields.
    const field = name as ImportField
    const { en, es } = importHeadings
    return [en[field], es[field], ...others].map((text) => [foldText(text), field] as const)
  }),
)

export type Columns = {
  headings: readonly string[]
  /** Where each field stands; of two columns for one the first is read. */
  at: ReadonlyMap<ImportField, number>
  unread: string[]
}

/** Which column is which, by its heading in any order and case. */
export function readColumns(headings: readonly string[]): Columns {
  const at = new Map<ImportField, number>()
  const unread: string[] = []
  for (const [index, heading] of headings.entries()) {
    const field = fieldOf.get(foldText(heading))
    if (field && !at.has(field)) at.set(field, index)
    else if (heading !== '') unread.push(heading)
  }
  return { headings, at, unread }
}

/** What a field's column is called in the file, or in the template where the file has none. */
export function headingOf({ headings, at }: Columns, field: ImportField): string {
  return headings[at.get(field) ?? -1] ?? importHeadings.en[field]
}

export type Problem = { column: string; code: ImportProblem | IssueCode | BookingRefusal }

/** What a line says of an appointment; names are as they were typed. */
export type WantedVisit = { treatment: string; day: Day; startMinute: number; doctor: string }

export type ReadLine = Row & {
  name: string
  /** Why there is no patient, or no appointment. */
  problems: Problem[]
  patient: PatientDraft | null
  visit: WantedVisit | 'none' | 'refused'
}

/** What one line says. A line of whose patient something is wrong has no appointment either. */
export function readLine(row: Row, columns: Columns, order: DateOrder | undefined): ReadLine {
  const cell = (field: ImportField) => row.cells[columns.at.get(field) ?? -1] ?? ''
  const name = [cell('name'), cell('lastName')].filter(Boolean).join(' ')
  const read = { ...row, name }
  const odd = readOddities(row, columns)
  if (odd) return { ...read, problems: [odd], patient: null, visit: 'none' }
  const patient = readPatient(name, cell, order)
  if ('problems' in patient) {
    const problems = patient.problems.map(({ field, code }) => ({
      column: headingOf(columns, field),
      code,
    }))
    return { ...read, problems, patient: null, visit: 'none' }
  }
  const visit = readVisit(cell, order)
  if (!('problem' in visit)) return { ...read, problems: [], patient, visit: visit.wanted }
  const { field, code } = visit.problem
  return {
    ...read,
    problems: [{ column: headingOf(columns, field), code }],
    patient,
    visit: 'refused',
  }
}

function readOddities({ cells }: Row, { headings }: Columns): Problem | null {
  const [index] = findUnfit(cells) ?? []
  if (index !== undefined) return { column: headings[Number(index)] ?? '', code: unfitText }
  const isLong = cells.slice(headings.length).some((cell) => cell !== '')
  return isLong ? { column: '', code: 'cells_extra' } : null
}

type Cell = (field: ImportField) => string
type Found = { field: ImportField; code: Problem['code'] }

function readPatient(name: string, cell: Cell, order: DateOrder | undefined) {
  const birthDate = cell('birthDate') === '' ? { day: '' } : readDate(cell('birthDate'), order)
  const language = readLanguage(cell('language'))
  const problems: Found[] = [
    ...('code' in birthDate ? [{ field: 'birthDate' as const, code: birthDate.code }] : []),
    ...(language === null
      ? [{ field: 'language' as const, code: 'language_unknown' as const }]
      : []),
  ]
  const draft = PatientDraft.safeParse({
    ...{ name, phone: cell('phone'), email: cell('email'), note: cell('note') },
    ...{ alert: cell('alert'), language: language ?? '' },
    birthDate: 'day' in birthDate ? birthDate.day : '',
  })
  for (const { path, message } of draft.error?.issues ?? []) {
    // The draft's keys are among the fields.
    problems.push({ field: path[0] as keyof PatientDraft, code: issueCode(message) })
  }
  if (!draft.success || problems.length > 0) return { problems }
  const { phone, email } = draft.data
  if (draft.data.birthDate === '' && phone === '' && email === '') {
    return { problems: [{ field: 'name' as const, code: 'name_alone' as const }] }
  }
  return draft.data
}

function readVisit(
  cell: Cell,
  order: DateOrder | undefined,
): { wanted: WantedVisit | 'none' } | { problem: Found } {
  const parts = ['treatment', 'day', 'time'] as const
  const missing = parts.filter((field) => cell(field) === '')
  const [first] = missing
  if (missing.length === parts.length) return { wanted: 'none' }
  if (first) return { problem: { field: first, code: 'visit_incomplete' } }
  const date = readDate(cell('day'), order)
  if ('code' in date) return { problem: { field: 'day', code: date.code } }
  const startMinute = readTime(cell('time'))
  if (startMinute === null) return { problem: { field: 'time', code: 'time_wrong' } }
  const [treatment, doctor] = [cell('treatment'), cell('doctor')]
  return { wanted: { treatment, day: date.day, startMinute, doctor } }
}

/** A day in any form that only one day has, or whose order is known; with a midnight as databases add it. */
export function readDate(
  text: string,
  order?: DateOrder,
): { day: Day } | { code: 'date_unclear' | 'date_wrong' } {
  const plain = text.replace(/[T ]00?:00(:00(\.0+)?)?Z?$/, '')
  const of = (year = '', month = '', date = '') =>
    parseDay(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plain)
  const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(plain)
  if (!yearLast) {
    const day = yearFirst ? of(yearFirst[1], yearFirst[2], yearFirst[3]) : parseDay(plain)
    return day ? { day } : { code: 'date_wrong' }
  }
  const [, one, two, year] = yearLast
  const monthFirst = order === 'day' ? null : of(year, one, two)
  const dayFirst = order === 'month' ? null : of(year, two, one)
  if (monthFirst && dayFirst && monthFirst !== dayFirst) return { code: 'date_unclear' }
  const day = monthFirst ?? dayFirst
  return day ? { day } : { code: 'date_wrong' }
}

/** Minutes since midnight of `9:30 AM`, `9.30`, `14:30:00` or the start of a slot; `null` for anything else. */
export function readTime(text: string): number | null {
  const slot = parseSlot(text)
  if (slot) return slot.start
  const [, hours = '', minutes = '0', half] =
    /^(\d{1,2})(?:[:.](\d{2})(?::00)?)?(?: ?([ap])\.? ?m\.?)?$/i.exec(text) ?? []
  if (hours === '' || (!half && !/[:.]/.test(text))) return null
  const isValid = half ? Number(hours) >= 1 && Number(hours) <= 12 : Number(hours) <= 23
  if (!isValid || Number(minutes) > 59) return null
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  return hour * 60 + Number(minutes)
}

const languageOf = new Map<string, PatientDraft['language']>([
  ['', ''],
  ...['en', 'enus', 'english', 'ingles'].map((text) => [text, 'en'] as const),
  ...['es', 'esus', 'esmx', 'eses', 'spanish', 'espanol', 'castellano'].map(
    (text) => [text, 'es'] as const,
  ),
])

function readLanguage(text: string): PatientDraft['language'] | null {
  return languageOf.get(foldText(text)) ?? null
}

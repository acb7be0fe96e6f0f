import { CsvError, parse } from 'csv-parse/sync'
import {
  type ImportRefusal,
  type ImportReport,
  mostImported,
} from '../../../contract/patients/import.ts'
import { type Refused, refused } from '../../appointments/appointment.ts'

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

function parseRows(text: string, delimiter: string): Row[] | ImportRefusal {
  const rows: Row[] = []
  let begun = 1
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: longestLine,
      // Blank lines count against it; as many as that are no table.
      to: 2 * mostImported,
      on_record: (record: string[], { lines }) => {
        const cells = record.map(readCell)
        if (cells.some((cell) => cell !== '')) rows.push({ line: begun, cells })
        begun = lines + 1
        return null
      },
    })
    return rows
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

import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Log } from '../http/log.ts'
import { streamChunks } from '../http/send-content.ts'

/** Where commas part the decimals, spreadsheets part the cells of a row at semicolons, and take no quotes in its middle. */
const formulaAtSemicolon = /;(?=[\s"']*[=+\-@\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}])/gu

/**
 * A table as a download that is written while it is read, at the reader's pace. It opens well in a
 * spreadsheet: with a BOM, so that it is read as UTF-8, and no cell begins a formula.
 */
export function sendCsv(
  rows: AsyncIterable<readonly string[]>,
  { name, columns, log }: { name: string; columns: readonly string[]; log: Log },
): Response {
  const csv = stringify({
    bom: true,
    columns: [...columns],
    header: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { string: (text) => text.replace(formulaAtSemicolon, ";'") },
    // Readers end a row at any line break, not at our own alone.
    quoted_match: /[\r\n]/,
  })
  pipeline(Readable.from(rows), csv, (err) => {
    // A reader who has enough closes early.
    if (err && err.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err }, 'export broke off')
  })
  return new Response(streamChunks(csv), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  })
}

/** Dollars with their cents, as a spreadsheet reads a number. */
export function writeDollars(cents: number): string {
  return (cents / 100).toFixed(2)
}

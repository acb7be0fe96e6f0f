import { describe, expect, test } from 'vitest'
import { csv } from '../../testing/patients.ts'
import { readColumns, readDate, readLine, readTable, readTime } from './read-file.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

function tableOf(content: string | Uint8Array) {
  const read = readTable(typeof content === 'string' ? bytesOf(content) : content)
  if (!read.ok) throw new Error(read.reason)
  return read.table
}

const refusedFor = (content: string | Uint8Array) => {
  const read = readTable(typeof content === 'string' ? bytesOf(content) : content)
  return read.ok ? null : read.reason
}

describe('a spreadsheet file can be read with:', () => {
  const rows = [
    { line: 2, cells: ['Zoë Núñez', '718 555 0142'] },
    { line: 3, cells: ['Karl Poe', ''] },
  ]
  const lines = ['Name,Phone', 'Zoë Núñez,718 555 0142', 'Karl Poe,']
  const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
  const files: Record<string, string | Uint8Array> = {
    'a comma, and line ends of Unix': lines.join('\n'),
    'line ends of Windows': `${lines.join('\r\n')}\r\n`,
    'line ends of an old Mac': lines.join('\r'),
    'a semicolon': lines.join('\n').replaceAll(',', ';'),
    'a tab': lines.join('\n').replaceAll(',', '\t'),
    'a byte order mark': `\ufeff${lines.join('\n')}`,
    'UTF-16, as “Unicode text”': utf16(lines.join('\r\n').replaceAll(',', '\t')),
    'Windows-1252': new Uint8Array(Buffer.from(lines.join('\r\n'), 'latin1')),
    'quotation marks around cells': 'Name,Phone\n"Zoë Núñez","718 555 0142"\n"Karl Poe",""\n',
    'spaces around cells': 'Name , Phone\n Zoë Núñez, 718 555 0142 \nKarl Poe,\n',
  }
  test.each(Object.entries(files))('%s', (_, content) => {
    const table = tableOf(content)
    expect(table.columns).toEqual(['Name', 'Phone'])
    expect(table.rows).toEqual(rows)
  })
})

test('cells may contain quotation marks, line breaks and separators, and lines have their original numbers', () => {
  const { rows } = tableOf(
    'sep=;\nName;Note\n"Poe; Karl";"First\nsecond ""line"""\n\n;\nO"Brien;x\n',
  )
  expect(rows).toEqual([
    { line: 3, cells: ['Poe; Karl', 'First\nsecond "line"'] },
    { line: 7, cells: ['O"Brien', 'x'] },
  ])
})

test('a cell that looks like a formula is read as text, with or without an export’s leading apostrophe', () => {
  const { rows } = tableOf("Name,Phone\n=1+1,'+1 718 555 0142\n'@Home,'-\n")
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['=1+1', '+1 718 555 0142'],
    ['@Home', '-'],
  ])
})

test.each([
  ['import_no_csv', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])],
  ['import_quotes', 'Name,Phone\n"Karl Poe,1\nZoe,2\n'],
  ['import_quotes', `Name,Phone\n"${'x'.repeat(200_000)}`],
  ['import_empty', ''],
  ['import_empty', 'Name,Phone\n\n,\n'],
  ['import_too_long', `Name\n${'Karl Poe\n'.repeat(10_001)}`],
  ['import_too_long', `Name\nKarl Poe\n${'\n'.repeat(20_000)}Ann Poe\n`],
] as const)('a file is refused as %s', (reason, content) => {
  expect(refusedFor(content)).toBe(reason)
})

test('a file with the maximum of 10,000 lines is read', () => {
  expect(tableOf(`Name\n${'Karl Poe\n'.repeat(10_000)}`).rows).toHaveLength(10_000)
})

test('columns are recognized in any order and case, in both languages, and unknown ones are listed', () => {
  const { at, unread } = readColumns([
    'SHOE SIZE',
    'correo electrónico',
    'phone',
    'Mobile',
    'DOB',
    'nombre',
  ])
  expect(Object.fromEntries(at)).toEqual({ email: 1, phone: 2, birthDate: 4, name: 5 })
  expect(unread).toEqual(['SHOE SIZE', 'Mobile'])
})

test.each([
  ['1988-06-05', '1988-06-05'],
  ['1988-06-05 00:00:00', '1988-06-05'],
  ['1988-06-05T00:00:00.000Z', '1988-06-05'],
  ['1988/6/5', '1988-06-05'],
  ['Jun 5, 1988', '1988-06-05'],
  ['31.12.1988', '1988-12-31'],
  ['12/31/1988', '1988-12-31'],
  ['6/6/1988', '1988-06-06'],
  ['6/5/1988', 'date_unclear'],
  ['31/31/1988', 'date_wrong'],
  ['30.2.1988', 'date_wrong'],
  ['6/5/88', 'date_wrong'],
  ['32029', 'date_wrong'],
  ['1988-06-05 09:30', 'date_wrong'],
])('the date %s is read as %s', (text, read) => {
  expect(Object.values(readDate(text))).toEqual([read])
})

test('an ambiguous date is read in the given order, and then a date in another order is refused', () => {
  expect(readDate('6/5/1988', 'month')).toEqual({ day: '1988-06-05' })
  expect(readDate('6/5/1988', 'day')).toEqual({ day: '1988-05-06' })
  expect(readDate('31/12/1988', 'month')).toEqual({ code: 'date_wrong' })
})

test.each([
  ['9:30 AM', 570],
  ['9:30am', 570],
  ['12:00 a.m.', 0],
  ['12:15 PM', 735],
  ['9 pm', 1260],
  ['09:30', 570],
  ['9.30', 570],
  ['14:30:00', 870],
  ['8:00 AM - 8:30 AM', 480],
  ['13:00 PM', null],
  ['24:00', null],
  ['9:60', null],
  ['930', null],
  ['soon', null],
])('the time %s is read as the minute %s', (text, minute) => {
  expect(readTime(text)).toBe(minute)
})

/** The problems of a line, or its patient. */
function lineOf(columns: string[], cells: string[]) {
  const { rows } = tableOf(csv(columns, cells))
  const [row] = rows
  if (!row) throw new Error('The line is blank')
  return readLine(row, readColumns(columns), undefined)
}

test('a line is read as a patient with the values of all its columns', () => {
  const columns = ['First name', 'Last name', 'Idioma', 'Born', 'E-mail', 'Tel', 'Alert', 'Notes']
  const cells = ['Zoë', 'Núñez', 'Español', '31.12.1988', 'ZN@x.example', '0142', 'Latex', 'a\nb']
  expect(lineOf(columns, cells)).toMatchObject({
    ...{ name: 'Zoë Núñez', visit: 'none', problems: [] },
    patient: {
      ...{ name: 'Zoë Núñez', language: 'es', birthDate: '1988-12-31', email: 'zn@x.example' },
      ...{ phone: '0142', alert: 'Latex', note: 'a\nb' },
    },
  })
})

test.each([
  [['Name'], ['Karl Poe'], 'Name', 'name_alone'],
  [['Name', 'Tel'], ['', '0142'], 'Name', 'name_required'],
  [['Name', 'Tel'], ['http://x.example', '0142'], 'Name', 'name_with_link'],
  [['Name', 'Tel'], ['K\u202earl', '0142'], 'Name', 'hidden_characters'],
  [['Name', 'Born'], ['Karl Poe', '6/5/1988'], 'Born', 'date_unclear'],
  [['Name', 'Born'], ['Karl Poe', '2999-01-01'], 'Born', 'birth_date_wrong'],
  [['Name', 'Correo'], ['Karl Poe', 'nowhere'], 'Correo', 'email_invalid'],
  [['Name', 'Tel', 'Idioma'], ['Karl Poe', '0142', 'fr'], 'Idioma', 'language_unknown'],
  [['Name', 'Tel'], ['Karl Poe', '0142', 'more'], '', 'cells_extra'],
  [['Name', 'Tel', 'Hora'], ['Karl Poe', '0142', '9:30'], 'Treatment', 'visit_incomplete'],
  [
    ['Name', 'Tel', 'Service', 'Date', 'Hora'],
    ['Karl Poe', '0142', 'Cleaning', '2026-06-08', '9'],
    'Hora',
    'time_wrong',
  ],
])('with the columns %j, the line %j is refused', (columns, cells, column, code) => {
  expect(lineOf(columns, cells).problems).toEqual([{ column, code }])
})

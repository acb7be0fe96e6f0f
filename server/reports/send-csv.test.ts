import { expect, test } from 'vitest'
import { Overview } from '../../contract/reports/endpoints.ts'
import { acceptedReschedule, later, openPaid } from '../testing/changing.ts'
import { countTurns } from '../testing/count-turns.ts'
import { fillAppointments } from '../testing/database/many-appointments.ts'
import { accepted, actsOf, bookFor, details, openDesk } from '../testing/desk.ts'
import { openTill, pay } from '../testing/paying.ts'
import { type Person, type Portal, request, signIn } from '../testing/portal.ts'

function download(portal: Portal, { token }: Person, what: string, from: string, to = from) {
  const path = `/staff/export/${what}.csv?from=${from}&to=${to}`
  return request(portal, 'GET', path, { token })
}

/** A table as RFC 4180 has it, read by a reader that knows nothing of our writer. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy
  for (;;) {
    const [all = '', quoted, plain = '', end] = cell.exec(text) ?? []
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
    if (end === '' || all === '') break
  }
  expect(rows.pop()).toEqual([''])
  return rows
}

/** The bytes as a spreadsheet takes them: with the mark that says UTF-8. */
async function rowsOf(response: Response): Promise<string[][]> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  return parseCsv(new TextDecoder().decode(bytes))
}

test('appointments of a range are exported in order as a named CSV file', async () => {
  const { portal, staff } = await openDesk()
  const { payAtDesk, cancel } = actsOf(portal, staff)
  const jane = { email: 'jane@patients.example', name: 'Jane Roe', phone: '555-0100' }
  const tuesday = { date: '2026-06-09', slot: '1:00 PM - 1:30 PM' }
  const later = await accepted(await bookFor(portal, staff, jane, tuesday))
  const guest = { email: null, name: 'Zoë Ångström' }
  const first = await accepted(await bookFor(portal, staff, guest))
  await accepted(await bookFor(portal, staff, jane, { date: '2026-06-10' }))
  const { transactionId } = await accepted(await payAtDesk(later))
  await accepted(await cancel(first))
  const response = await download(portal, staff, 'appointments', 'Jun 8, 2026', '2026-06-09')
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="appointments-2026-06-08-2026-06-09.csv"',
  )
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const treatment = portal.treatments[0]?.name
  expect(await rowsOf(response)).toEqual([
    [
      ...'Date,Start,End,Treatment,Patient,E-mail,Phone,Status,Price,Paid,Transaction'.split(','),
      ...['Relation', 'Booked by', 'Paid in test mode'],
      ...['Paid by card', 'Paid at the desk', 'Due'],
    ],
    [
      ...['2026-06-08', '8:00 AM', '8:30 AM', treatment, 'Zoë Ångström', '', ''],
      ...['cancelled', '99.00', 'no', '', '', '', '', '', '', ''],
    ],
    [
      ...['2026-06-09', '1:00 PM', '1:30 PM', treatment, 'Jane Roe', jane.email, '555-0100'],
      ...['booked', '99.00', 'desk', transactionId, '', '', '', '', '99.00', ''],
    ],
  ])
})

test('exported appointments say what was paid for each and what is due, which adds up to the overview', async () => {
  const { portal, booking, move } = await openPaid()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  // From $99 to $109.
  await acceptedReschedule(await move({ ...later, treatment: 5 }))
  const tuesday = { date: '2026-06-09', slot: '1:00 PM - 1:30 PM' }
  await accepted(await bookFor(portal, staff, { email: null }, tuesday))
  const read = async () => {
    const [head = [], ...rows] = await rowsOf(
      await download(portal, staff, 'appointments', '2026-06-09'),
    )
    const at = ['Paid', 'Paid by card', 'Paid at the desk', 'Due'].map((one) => head.indexOf(one))
    const overview = await request(portal, 'GET', '/staff/overview', staff)
    const { days } = Overview.parse(await overview.json())
    const { collected, outstanding } = days.find(({ day }) => day === '2026-06-09') ?? {}
    return { rows: rows.map((row) => at.map((n) => row[n])), collected, outstanding }
  }
  const unpaid = ['no', '', '', '99.00']
  expect(await read()).toEqual({
    rows: [['no', '99.00', '', '10.00'], unpaid],
    ...{ collected: 99, outstanding: 109 },
  })
  const { appointment } = await details(portal, staff, booking)
  await accepted(await actsOf(portal, staff).payAtDesk(appointment))
  expect(await read()).toEqual({
    rows: [['desk', '99.00', '10.00', ''], unpaid],
    ...{ collected: 109, outstanding: 99 },
  })
})

test('a name or phone never starts a formula in the CSV, and no text is lost', async () => {
  const { portal, staff } = await openDesk()
  const names = ['=1+1', '+1', '-1', '@SUM(A1)', 'a "b", c', 'c', 'd', '\u{ff1d}1', "'=1"]
  for (const [at, name] of names.entries()) {
    const slot = portal.treatments[0]?.slots[at] ?? ''
    const guest = { email: null, name, phone: `+1 ${at}` }
    await accepted(await bookFor(portal, staff, guest, { slot }))
  }
  // The contract takes no such names; older rows may hold anything.
  const older: Record<string, string> = { '+1': '\t=1+1', c: 'a\nb', d: 'a\r\n=b' }
  for (const [name, patientName] of Object.entries(older)) {
    const rows = portal.database.query.updateTable('appointments').where('patientName', '=', name)
    await rows.set({ patientName }).execute()
  }
  const rows = await rowsOf(await download(portal, staff, 'appointments', '2026-06-08'))
  const cells = rows.slice(1).flat()
  expect(cells.filter((cell) => /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell))).toEqual([])
  const read = rows.slice(1).map((row) => row[4]?.replace(/^'(?=[^a-z'])/, ''))
  expect(read).toEqual(names.map((name) => older[name] ?? name.replace(/^'/, '')))
})

test('a name never starts a formula in a spreadsheet that separates cells at semicolons', async () => {
  const { portal, staff } = await openDesk()
  const names = ['Ann;=1+1', 'Bo; "+1', "Cy;'-1", 'Di;\u{ff1d}1', 'Eve;;@A1', 'Flo; Gil']
  for (const [at, name] of names.entries()) {
    const slot = portal.treatments[0]?.slots[at] ?? ''
    await accepted(await bookFor(portal, staff, { email: null, name, phone: '' }, { slot }))
  }
  const text = await (await download(portal, staff, 'appointments', '2026-06-08')).text()
  const cells = text.split(/[;\r\n]/).map((cell) => cell.replace(/^[\s"]+/, ''))
  expect(cells.filter((cell) => /^[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell))).toEqual([])
  expect(text).toContain('Flo; Gil')
})

test('payments of a range are exported by the clinic’s days, with desk and card payments and refunds', async () => {
  const { portal, jane, booking } = await openTill()
  const { transactionId } = await pay(portal, jane, booking)
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const guest = await accepted(await bookFor(portal, staff, { email: null }, { treatment: 1 }))
  const { payAtDesk, removePayment } = actsOf(portal, staff)
  const takenBack = await accepted(await removePayment(await accepted(await payAtDesk(guest))))
  const atDesk = await accepted(await payAtDesk(takenBack, 'card'))
  const body = { reason: 'Asked for it.' }
  await request(portal, 'POST', `/booking/${booking._id}/refund`, { token: staff.token, body })
  const [head, ...rows] = await rowsOf(await download(portal, staff, 'payments', '2026-06-05'))
  expect(head).toHaveLength(14)
  const utc = '2026-06-05T13:15:00.000Z'
  const when = ['2026-06-05 09:15', utc, '2026-06-08']
  expect(rows.toSorted((one, other) => (one[9] ?? '').localeCompare(other[9] ?? ''))).toEqual([
    [
      ...[...when, guest.treatment, 'Pat Doe', '', '79.00', 'card at the desk'],
      ...[atDesk.transactionId, 'paid at the desk', '', '', '', ''],
    ],
    [
      ...[...when, booking.treatment, jane.name, jane.email, '99.00', 'visa 4242'],
      ...[transactionId, 'refunded', '99.00', 'succeeded', utc, 'yes'],
    ],
  ])
  // The overview says the same of the day.
  const net = rows.map((row) => Number(row[6]) - Number(row[10] ?? 0)).reduce((a, b) => a + b, 0)
  const overview = await request(portal, 'GET', '/staff/overview', staff)
  const { days } = Overview.parse(await overview.json())
  expect(days.filter(({ taken }) => taken !== 0)).toMatchObject([{ day: '2026-06-05', taken: net }])
  const before = await rowsOf(await download(portal, staff, 'payments', '2026-06-04'))
  expect(before).toEqual([head])
})

test('a range that ends before it starts is refused at its field', async () => {
  const { portal, staff } = await openDesk()
  for (const what of ['appointments', 'payments']) {
    const response = await download(portal, staff, what, '2026-06-09', '2026-06-08')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ issues: [{ path: 'to' }] })
  }
})

test('an export of 6,000 rows is streamed in small pieces, with each row once, and stops when the client disconnects early', async () => {
  const { portal, staff } = await openDesk()
  await fillAppointments(portal.database, 6_000)
  for (const [what, count] of [
    ['appointments', 6_000],
    ['payments', 4_000],
  ] as const) {
    const response = await download(portal, staff, what, '2026-01-01', '2027-12-31')
    const stopCounting = countTurns()
    const decoder = new TextDecoder()
    const sizes: number[] = []
    let text = ''
    for await (const chunk of response.body ?? []) {
      sizes.push(chunk.byteLength)
      text += decoder.decode(chunk, { stream: true })
    }
    // Others have theirs between the pages.
    expect(stopCounting()).toBeGreaterThanOrEqual(count / 500 - 1)
    // No piece grows with the table.
    expect(Math.max(...sizes)).toBeLessThan(256 * 1024)
    expect(sizes.length).toBeGreaterThan(10)
    expect(sizes.length).toBeGreaterThanOrEqual(count / 500)
    const rows = parseCsv(text).slice(1)
    // Date, time and treatment, or the transaction.
    const [from, to] = what === 'appointments' ? [0, 4] : [8, 9]
    expect(rows).toHaveLength(count)
    expect(new Set(rows.map((row) => row.slice(from, to).join())).size).toBe(count)
    const [first = [], last = []] = [rows[0], rows.at(-1)]
    expect((first[0] ?? '') < (last[0] ?? '')).toBe(true)
  }

  const response = await download(portal, staff, 'appointments', '2026-01-01', '2027-12-31')
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  expect((await request(portal, 'GET', '/staff/overview', staff)).status).toBe(200)
})

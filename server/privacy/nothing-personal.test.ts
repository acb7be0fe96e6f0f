import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { queryHeader } from '../../contract/endpoint.ts'
import { listen } from '../http/listen.ts'
import { createDeliverDueMail } from '../notifications/deliver-mail.ts'
import { makePlace, openTestDatabase } from '../testing/database/database.ts'
import { charge, openTill } from '../testing/paying.ts'
import { booked, bookingBody, type Person, signIn } from '../testing/portal.ts'
import { confirm, exchange, signedUp } from '../testing/visitor.ts'

/** Texts that stand nowhere else, so that a search for them is a proof. */
const zebulon = {
  name: 'Zebulon Quackenbush',
  email: 'zebulon.q@patients.example',
  password: 'ostrich umbrella 42',
  phone: '7185559483',
  birthDate: '1961-07-23',
  treatment: 'Xenotransplant Polish',
  alert: 'Allergic to zirconia',
  message: 'Grandmother Wilhelmina snores',
}
const personal = [
  ...Object.values(zebulon),
  ...['Zebulon', 'Quackenbush', 'zebulon.q', 'Xenotransplant', 'Wilhelmina', 'zirconia'],
  ...[encodeURIComponent(zebulon.name), encodeURIComponent(zebulon.email), '(718) 555-9483'],
]

const found = (text: string) =>
  personal.filter((word) => text.toLowerCase().includes(word.toLowerCase()))

/** The app behind a real port, whose log is written at its most verbose. */
async function openServed() {
  const lines: string[] = []
  // A table of it is dropped at the end.
  const database = await openTestDatabase(await makePlace())
  const till = await openTill({ database, log: (line) => lines.push(line) })
  const { portal } = till
  const server = await listen(portal.app, { ...portal.config, port: 0 }, portal.deps.log)
  onTestFinished(() => server.drain())
  const origin = `http://127.0.0.1:${server.port}`
  const errors: string[] = []
  const send = async (
    method: string,
    path: string,
    asked: { by?: Person; body?: unknown; query?: Record<string, string> } = {},
  ) => {
    const headers = new Headers({ 'content-type': 'application/json' })
    headers.set('origin', portal.config.publicUrl)
    if (asked.by) headers.set('authorization', `Bearer ${asked.by.token}`)
    if (asked.query) headers.set(queryHeader, new URLSearchParams(asked.query).toString())
    const body = asked.body === undefined ? null : JSON.stringify(asked.body)
    const response = await fetch(origin + path, { method, headers, body })
    if (response.status >= 400) errors.push(await response.clone().text())
    return response
  }
  return { ...till, lines, errors, send, origin }
}

test('no log, metric or error contains a name, e-mail, phone number, birth date or treatment', async () => {
  const { portal, lines, errors, send, origin } = await openServed()
  const { query } = portal.database
  await query
    .updateTable('treatments')
    .set({ name: zebulon.treatment })
    .where('id', '=', portal.treatments[0]?._id ?? '')
    .execute()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const statuses = new Set<number>()
  const ask: typeof send = async (...asked) => {
    const response = await send(...asked)
    statuses.add(response.status)
    return response
  }

  // Signs up, guesses, confirms.
  const visitor = await signedUp(portal.app, zebulon)
  await confirm(portal, visitor)
  await ask('POST', '/api/auth/sign-up/email', { body: { ...zebulon, password: 'x' } })
  await ask('POST', '/api/auth/sign-in/email', { body: { ...zebulon, password: 'not it at all' } })
  await ask('POST', '/api/auth/request-password-reset', { body: zebulon })
  const named = { ...zebulon, token: await exchange(visitor, zebulon.email) }

  // Books, pays, is refused.
  const treatments = portal.treatments.map((one) => ({ ...one, name: zebulon.treatment }))
  const wanted = { phone: zebulon.phone, slot: '9:30 AM - 10:00 AM' }
  const booking = await booked({ ...portal, treatments }, named, wanted)
  const again = bookingBody({ ...portal, treatments }, named, wanted)
  await ask('POST', '/booking', { by: named, body: again })
  await ask('POST', '/booking', {
    by: named,
    body: { patientName: zebulon.name, date: zebulon.name },
  })
  const transactionId = await charge(portal, named, booking)
  await ask('PATCH', `/booking/${booking._id}`, {
    by: named,
    body: { transactionId, appointment: booking._id },
  })
  await ask('GET', `/booking/${zebulon.name.replace(' ', '-')}`, { by: named })
  await ask('GET', '/booking', { by: named, query: { email: zebulon.email } })

  // Is looked for and looked at by staff.
  const record = { ...zebulon, email: '', language: '', note: zebulon.message }
  await ask('POST', '/staff/patients', { by: staff, body: record })
  for (const search of [zebulon.name, zebulon.email, zebulon.phone, zebulon.birthDate]) {
    const parts = { by: staff, query: { search } }
    for (const path of ['/staff/patients', '/staff/appointments', '/staff/audit', '/users']) {
      expect((await ask('GET', path, parts)).status).toBe(200)
    }
  }
  await ask('GET', `/staff/appointments/${booking._id}`, { by: staff })
  await ask('POST', '/contact-messages', { body: { ...zebulon, subject: zebulon.treatment } })

  // Mails that go and mails that a server refuses in its own words.
  const refused = Object.assign(new Error(`550 <${zebulon.email}> ${zebulon.name}`), {
    code: 'EENVELOPE',
  })
  let tries = 0
  const mailer = {
    async send() {
      tries += 1
      if (tries % 2 === 0) throw refused
    },
  }
  const deliver = createDeliverDueMail({ ...portal.deps, mailer })
  while (await deliver());

  // A fault of ours, with all of it in the statement.
  await sql`drop table "contactMessages"`.execute(query)
  await ask('POST', '/contact-messages', { body: { ...zebulon, subject: zebulon.treatment } })

  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 409, 500]))
  expect(lines.length).toBeGreaterThan(10)
  expect(tries).toBeGreaterThan(2)
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  for (const text of [...lines, ...errors, metrics]) expect(found(text), text).toEqual([])
})

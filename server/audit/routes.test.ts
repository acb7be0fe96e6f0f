import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditEndpoints } from '../../contract/audit/endpoints.ts'
import { Deletion } from '../../contract/identity/account.ts'
import { makePlace, openTestDatabase } from '../testing/database/database.ts'
import { accepted, bookFor } from '../testing/desk.ts'
import { openPortal, type Person, type Portal, request, signIn } from '../testing/portal.ts'

async function openWithStaff() {
  const portal = await openPortal({ settings: { TRUST_PROXY: 'on' } })
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  return { portal, staff }
}

async function read(portal: Portal, { token }: Person, query = '') {
  const response = await request(portal, 'GET', `/staff/audit${query}`, { token })
  expect(response.status).toBe(200)
  return auditEndpoints.listAudit.answer.parse(await response.json())
}

/** What others did, without the looks at the audit itself. */
async function acts(portal: Portal, staff: Person) {
  const { rows } = await read(portal, staff)
  return rows.filter(({ action }) => action !== 'audit_read')
}

test('a staff action is recorded with actor, action, subject, time, address and status', async () => {
  const { portal, staff } = await openWithStaff()
  await signIn(portal, 'jane@patients.example')
  await portal.app.request('/users/admin/jane@patients.example', {
    method: 'PUT',
    headers: { authorization: `Bearer ${staff.token}`, 'x-forwarded-for': '1.1.1.1, 192.0.2.7' },
  })
  expect(await acts(portal, staff)).toEqual([
    {
      _id: expect.any(String),
      at: '2026-06-05T13:15:00.000Z',
      actor: 'staff@clinic.example',
      action: 'admin_made',
      subject: 'jane@patients.example',
      data: null,
      address: '192.0.2.7',
      status: 200,
    },
  ])
})

test('a refused action is recorded with its status', async () => {
  const { portal, staff } = await openWithStaff()
  await request(portal, 'DELETE', `/users/${staff.email}`, staff)
  await request(portal, 'PUT', '/users/admin/nobody@x.example', staff)
  expect(await acts(portal, staff)).toMatchObject([
    { action: 'admin_made', subject: 'nobody@x.example', status: 404 },
    { action: 'user_removed', subject: staff.email, status: 409 },
  ])
})

test('an action that ends in a server error is recorded with status 500', async () => {
  const database = await openTestDatabase(await makePlace())
  const portal = await openPortal({ database })
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  await sql`alter table "contactMessages" rename to "gone"`.execute(database.query)
  expect((await request(portal, 'GET', '/staff/messages', staff)).status).toBe(500)
  expect(await acts(portal, staff)).toMatchObject([{ action: 'messages_read', status: 500 }])
})

test('a patient’s call to read users or the audit is recorded as a refused call, not as a read', async () => {
  const { portal, staff } = await openWithStaff()
  const jane = await signIn(portal)
  for (const path of ['/users', '/staff/audit']) {
    expect((await request(portal, 'GET', path, jane)).status).toBe(403)
  }
  const refused = { action: 'call_refused', actor: jane.email, status: 403 }
  expect(await acts(portal, staff)).toMatchObject([
    { ...refused, subject: 'GET /staff/audit' },
    { ...refused, subject: 'GET /users' },
  ])
})

test('repeated reads of the same list are recorded once per session and five minutes', async () => {
  const { portal, staff } = await openWithStaff()
  const looks = async () =>
    (await acts(portal, staff)).map(({ actor, subject }) => `${actor} ${subject}`)
  const look = (who: Person, query = '') => request(portal, 'GET', `/users${query}`, who)
  const other = await signIn(portal, 'other@clinic.example', 'admin')
  for (const who of [staff, staff, other]) await look(who)
  await look(staff, '?limit=5')
  expect(await looks()).toEqual(['other@clinic.example ', 'staff@clinic.example '])
  await look(staff, '?search=jane')
  expect(await looks()).toHaveLength(3)
  portal.time.now = new Date(portal.time.now.getTime() + 5 * 60_000)
  await look(staff)
  expect(await looks()).toHaveLength(4)
})

test('entries are listed page by page, newest first', async () => {
  const { portal, staff } = await openWithStaff()
  for (let index = 0; index < 7; index += 1) {
    await request(portal, 'DELETE', `/users/u${index}@x.example`, staff)
  }
  const subjects: string[] = []
  let after: string | null = ''
  let pages = 0
  while (after !== null) {
    const query: string = after && `&after=${after}`
    const page = await read(portal, staff, `?limit=3&search=u${query}`)
    subjects.push(...page.rows.map(({ subject }) => subject))
    after = page.next
    pages += 1
  }
  expect(pages).toBe(3)
  expect(subjects).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `u${index}@x.example`))
})

test('a search matches the beginning of the e-mail of the actor or of the subject', async () => {
  const { portal, staff } = await openWithStaff()
  const other = await signIn(portal, 'other@clinic.example', 'admin')
  const oscar = await signIn(portal, 'oscar@clinic.example', 'admin')
  for (const [who, whom] of [
    [other, 'jane@x.example'],
    [oscar, 'otto@x.example'],
    [staff, 'other@clinic.example'],
    [other, 'zoe@x.example'],
  ] as const) {
    await request(portal, 'PUT', `/users/admin/${whom}`, who)
  }
  const found = async (search: string) => {
    const { rows } = await read(portal, staff, `?search=${encodeURIComponent(search)}`)
    const made = rows.filter(({ action }) => action === 'admin_made')
    return made.map(({ actor, subject }) => `${actor.split('@')[0]} ${subject.split('@')[0]}`)
  }
  expect(await found('Other@')).toEqual(['other zoe', 'staff other', 'other jane'])
  expect(await found('o')).toEqual(['other zoe', 'staff other', 'oscar otto', 'other jane'])
  expect(await found('jane@x.example')).toEqual(['other jane'])
  expect(await found('%')).toEqual([])
})

test('entries about a patient are found by parts of the name and by e-mail or phone', async () => {
  const { portal, staff } = await openWithStaff()
  const emma = { email: 'e.brown@x.example', name: 'Emma O’Brown', phone: '718 555 0100' }
  const made = await accepted(await bookFor(portal, staff, emma))
  const other = { email: null, name: 'Zoe Emmett' }
  const slot = '9:00 AM - 9:30 AM'
  const others = await accepted(await bookFor(portal, staff, other, { slot }))
  for (const { _id } of [made, others]) {
    await request(portal, 'GET', `/staff/appointments/${_id}`, staff)
  }
  for (const search of ['emma', 'obrown', 'e.brown@x', '555-0100']) {
    const { rows } = await read(portal, staff, `?search=${encodeURIComponent(search)}`)
    const found = rows.map(({ action, patientName }) => `${action}: ${patientName}`)
    expect({ search, found }).toEqual({
      search,
      found: ['appointment_read: Emma O’Brown', 'appointment_booked: Emma O’Brown'],
    })
  }
})

test('a search for a patient’s erased name finds no entries, although the entries remain', async () => {
  const { portal, staff } = await openWithStaff()
  const emma = await signIn(portal, 'e.brown@x.example')
  await accepted(await bookFor(portal, staff, { email: emma.email, name: 'Emma Brown' }))
  const found = async (search: string) => {
    const { rows } = await read(portal, staff, `?search=${encodeURIComponent(search)}`)
    return rows.map(({ action, patientName }) => `${action}: ${patientName}`)
  }
  expect(await found('emma')).toEqual(['appointment_booked: Emma Brown'])
  const asked = await request(portal, 'GET', '/account/deletion', emma)
  const { appointments, refund } = Deletion.parse(await asked.json())
  const body = { email: emma.email, appointments: appointments.map(({ _id }) => _id), refund }
  const erased = await request(portal, 'POST', '/account/deletion', { token: emma.token, body })
  expect(erased.status).toBe(200)
  expect(await found('emma')).toEqual([])
  const kept = (await acts(portal, staff)).filter(({ action }) => action === 'appointment_booked')
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain('Emma')
})

test('the entry of an import names its file, without characters that cannot be stored or are hidden', async () => {
  const portal = await openPortal()
  const { token } = await signIn(portal, 'admin@clinic.example', 'admin')
  const body = new FormData()
  body.set('file', new File(['Name,Phone\nKarl Poe,718 555 0100\n'], 'pa\0tients\u202e.csv'))
  const headers = { authorization: `Bearer ${token}` }
  const path = '/staff/patients/import'
  expect((await portal.app.request(path, { method: 'POST', headers, body })).status).toBe(200)
  const entries = portal.database.query.selectFrom('auditEntries').select(['subject', 'status'])
  expect(await entries.execute()).toEqual([{ subject: 'patients.csv', status: 200 }])
})

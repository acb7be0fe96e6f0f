import { expect, test } from 'vitest'
import type { ClinicProfile } from '../../contract/clinic/endpoints.ts'
import { ErrorBody } from '../../contract/errors.ts'
import { openPortal, request, signIn } from '../testing/portal.ts'

const profile: ClinicProfile = {
  name: 'Brooklyn Smiles',
  address: '1 Main Street, Brooklyn',
  phone: '(718) 555-0199',
  openingHours: 'Mon to Fri, 9:00 AM to 6:00 PM',
  about: '# Us\n\nWe are *kind*.',
  contact: 'Call us',
}

async function openClinic() {
  const portal = await openPortal({ settings: { CLINIC_NAME: 'Named at the start' } })
  const { token } = await signIn(portal, 'admin@clinic.example', 'admin')
  const act = (method: string, path: string, body?: unknown) =>
    request(portal, method, path, { token, body })
  return { ...portal, act }
}

test('staff can read and change the profile, and the audit records the changes', async () => {
  const { act, database } = await openClinic()
  const before = await act('GET', '/staff/clinic')
  expect(await before.json()).toEqual({
    name: 'Named at the start',
    address: '48 Court Street, Brooklyn, NY 11201',
    phone: '(718) 555-0142',
    openingHours: 'Mon to Sat, 8:00 AM to 5:00 PM',
    about: 'this is about page',
    contact: 'This is contact page',
    privacy: '',
    revision: 0,
  })
  const saved = { ...profile, revision: 1 }
  expect(await (await act('PUT', '/staff/clinic', profile)).json()).toEqual(saved)
  expect(await (await act('GET', '/staff/clinic')).json()).toEqual({ ...saved, privacy: '' })
  const { data } = await database.query
    .selectFrom('auditEntries')
    .select('data')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(data)).toMatchObject({
    name: { from: 'Named at the start', to: 'Brooklyn Smiles' },
    pages: ['about', 'contact'],
  })
})

test.each(['name', 'address', 'phone', 'openingHours'])(
  'a profile without %s is refused',
  async (part) => {
    const { act } = await openClinic()
    const response = await act('PUT', '/staff/clinic', { ...profile, [part]: ' ' })
    expect(response.status).toBe(400)
    expect(ErrorBody.parse(await response.json()).issues).toMatchObject([{ path: part }])
  },
)

test.each(['abc', '555 0199', '718-555 or 347-555-0100', '+0 123 456 789', 'ext. 5'])(
  'a profile with the phone %s is refused',
  async (phone) => {
    const { act } = await openClinic()
    const response = await act('PUT', '/staff/clinic', { ...profile, phone })
    expect(response.status).toBe(400)
    expect(ErrorBody.parse(await response.json()).issues).toMatchObject([
      { path: 'phone', code: 'phone_invalid' },
    ])
  },
)

test('a number may be another country’s, have an extension or letters for digits, and one that was stored before is still read', async () => {
  const { act, database } = await openClinic()
  for (const phone of [
    '+34 612 345 678',
    '+1 (718) 555-0142, ext. 5',
    '718.555.0199 x12',
    '1-800-DENTIST',
  ]) {
    const saved = await act('PUT', '/staff/clinic', { ...profile, phone })
    expect(await saved.json()).toMatchObject({ phone })
  }
  await database.query.updateTable('clinic').set({ phone: 'abc' }).execute()
  expect(await (await act('GET', '/staff/clinic')).json()).toMatchObject({ phone: 'abc' })
})

test('mails and the API description use the current clinic name, not the configured one', async () => {
  const clinic = await openClinic()
  await clinic.act('PUT', '/staff/clinic', profile)
  const message = { email: 'jane@patients.example', subject: 'Hello', message: 'Hello' }
  await request(clinic, 'POST', '/contact-messages', { body: message })
  const reset = { email: 'admin@clinic.example', redirectTo: '/reset-password' }
  await request(clinic, 'POST', '/api/auth/request-password-reset', { body: reset })
  const sent = () => clinic.database.query.selectFrom('outbox').selectAll().execute()
  await expect.poll(async () => (await sent()).length).toBe(2)
  for (const mail of await sent()) expect(mail.text).toContain('Brooklyn Smiles')
  const api = await request(clinic, 'GET', '/openapi.json')
  expect(await api.json()).toMatchObject({
    info: { title: 'Brooklyn Smiles appointment portal' },
  })
})

test('the preview returns the sanitized HTML that the pages would show', async () => {
  const { act } = await openClinic()
  const markdown = '# Us\n\n<script>alert(1)</script>'
  const response = await act('POST', '/staff/clinic/preview', { markdown })
  expect(await response.json()).toEqual({
    html: '<h2>Us</h2>\n<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n',
  })
  const long = await act('POST', '/staff/clinic/preview', { markdown: 'x'.repeat(20_001) })
  expect(long.status).toBe(400)
})

test('when two edits of one profile revision run concurrently, one is refused and nothing is overwritten', async () => {
  const { act } = await openClinic()
  const first = { ...profile, revision: 0 }
  const second = { ...profile, name: 'Another name', revision: 0 }
  const answers = await Promise.all([
    act('PUT', '/staff/clinic', first),
    act('PUT', '/staff/clinic', second),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const late = answers.find(({ status }) => status === 409)
  expect(ErrorBody.parse(await late?.json()).code).toBe('changed_meanwhile')
  const { name, revision } = await (await act('GET', '/staff/clinic')).json()
  expect(revision).toBe(1)
  const again = await act('PUT', '/staff/clinic', { ...second, revision: 1 })
  expect(await again.json()).toMatchObject({ name: 'Another name', revision: 2 })
  expect(['Brooklyn Smiles', 'Another name']).toContain(name)
})

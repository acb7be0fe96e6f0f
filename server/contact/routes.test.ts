import { expect, test } from 'vitest'
import { ErrorBody } from '../../contract/errors.ts'
import { openPortal, type Portal } from '../testing/portal.ts'

const message = { email: 'Jane@Patients.example', subject: 'Opening hours', message: 'When?\nJane' }

function send(portal: Portal, body: unknown = message, address = '192.0.2.1') {
  return portal.app.request('/contact-messages', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
}

const stored = ({ database }: Portal) =>
  database.query.selectFrom('contactMessages').selectAll().execute()
const mails = ({ database }: Portal) => database.query.selectFrom('outbox').selectAll().execute()

const settings = { MAIL_FROM: 'Molar <desk@clinic.example>', RATE_LIMIT: 'on', TRUST_PROXY: 'on' }

test('a message is stored and mailed to the clinic, with the sender as the reply address', async () => {
  const portal = await openPortal({ settings })
  const response = await send(portal)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ success: true })
  expect(await stored(portal)).toMatchObject([{ ...message, email: 'jane@patients.example' }])
  const [mail] = await mails(portal)
  expect(mail).toMatchObject({ recipient: 'desk@clinic.example', replyTo: 'jane@patients.example' })
  expect(mail?.subject).toContain('Opening hours')
  expect(mail?.text).toContain('When?\nJane')
})

test('markup and line breaks in a message are treated as text', async () => {
  const portal = await openPortal({ settings })
  await send(portal, { ...message, subject: 'a\r\nBcc: x@evil.example', message: '<img src=x>' })
  const [mail] = await mails(portal)
  expect(mail?.subject).toBe('Message from your site: a Bcc: x@evil.example')
  expect(mail?.html).toContain('&lt;img src=x&gt;')
})

test.each([
  ['email', { ...message, email: 'jane@' }],
  ['subject', { ...message, subject: ' ' }],
  ['message', { ...message, message: 'x'.repeat(5001) }],
])('a malformed %s is refused by name', async (path, body) => {
  const portal = await openPortal({ settings })
  const response = await send(portal, body)
  expect(response.status).toBe(400)
  expect(ErrorBody.parse(await response.json()).issues).toMatchObject([{ path }])
  expect(await stored(portal)).toEqual([])
})

test('messages from one client are limited, and addresses of one IPv6 network count as one client', async () => {
  const portal = await openPortal({ settings })
  const flood = Array.from({ length: 8 }, (_, index) => send(portal, message, `2001:db8::${index}`))
  const held = (await Promise.all(flood)).filter(({ status }) => status === 429)
  expect(held).toHaveLength(3)
  expect(Number(held[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await stored(portal)).toHaveLength(5)
  expect((await send(portal, message, '2001:db8:1::1')).status).toBe(200)
})

test('messages from many clients are limited in total', async () => {
  const portal = await openPortal({ settings })
  for (let client = 0; client < 100; client += 1) {
    expect((await send(portal, message, `198.51.100.${client}`)).status).toBe(200)
  }
  expect((await send(portal, message, '203.0.113.1')).status).toBe(429)
  expect(await mails(portal)).toHaveLength(100)
})

test('with RATE_LIMIT=off messages are not limited', async () => {
  const portal = await openPortal({ settings: { ...settings, RATE_LIMIT: 'off' } })
  const flood = await Promise.all(Array.from({ length: 8 }, () => send(portal)))
  expect(flood.map(({ status }) => status)).toEqual(Array(8).fill(200))
})

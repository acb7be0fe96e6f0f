import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { makePlace } from '../testing/database/database.ts'
import { startSmtpPeer } from '../testing/peers/smtp-peer.ts'
import { openPortal } from '../testing/portal.ts'
import { jane, signedUp } from '../testing/visitor.ts'
import { startOutbox } from './send-mail.ts'

/** The portal with a worker of its own, as `main.ts` starts it. */
async function openWithOutbox(settings: Record<string, string>) {
  const { dataDir } = await makePlace()
  const portal = await openPortal({ settings: { ...settings, DATA_DIR: dataDir } })
  const outbox = startOutbox(portal.deps)
  onTestFinished(() => outbox.stop())
  return { portal, outbox, folder: join(dataDir, 'outbox') }
}

const isMail = (name: string) => name.endsWith('.eml')
const linkIn = (text = '') => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')

test('without a mail server, a sign-up writes a mail file whose link verifies the address', async () => {
  const { portal, outbox, folder } = await openWithOutbox({})
  const visitor = await signedUp(portal.app)
  outbox.wake()
  // A file that is being written has another extension.
  const mails = () => (existsSync(folder) ? readdirSync(folder, 'utf8') : []).filter(isMail)
  await expect.poll(() => mails()).toHaveLength(1)
  const file = join(folder, mails()[0] ?? '')
  const link = linkIn((await PostalMime.parse(readFileSync(file))).text)
  expect(link.pathname).toBe('/verify-email')
  const token = link.hash.replace('#token=', '')
  expect((await visitor.put('/email-confirmation', { token })).status).toBe(200)
  const session = await (await visitor.get('/api/auth/get-session')).json()
  expect(session).toMatchObject({ user: { emailVerified: true } })
})

test('with SMTP_URL, sign-up and password reset mails are delivered in the clinic’s name', async () => {
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.stop())
  const { portal, outbox, folder } = await openWithOutbox({
    SMTP_URL: peer.url,
    CLINIC_NAME: 'Brooklyn Smiles & Sons',
    MAIL_FROM: 'Brooklyn Smiles <desk@clinic.example>',
  })
  const visitor = await signedUp(portal.app)
  await visitor.post('/api/auth/request-password-reset', { email: jane.email })
  outbox.wake()
  await expect.poll(() => peer.arrived).toHaveLength(2)
  expect(existsSync(folder)).toBe(false)
  // Two are sent at a time: either may arrive first.
  const arrived = peer.arrived.toSorted((one) => (one.subject?.startsWith('Please') ? -1 : 1))
  const [verification, reset] = arrived
  expect(verification?.subject).toBe(
    'Please confirm your e-mail address for Brooklyn Smiles & Sons',
  )
  expect(verification?.html).toContain('Brooklyn Smiles &amp; Sons')
  expect(linkIn(reset?.text).pathname).toBe('/reset-password')
  for (const mail of peer.arrived) {
    expect(mail.to).toEqual([{ name: '', address: jane.email }])
    expect(mail.text).not.toContain('!')
    expect(mail.html).toContain(linkIn(mail.text).href)
  }
})

test.each([
  ['in production without MAIL_FROM', 1, {}],
  [
    'in production with the MAIL_FROM of .env.example',
    1,
    { MAIL_FROM: 'Molar Dental <clinic@molar.example>' },
  ],
  ['in production with an address of the clinic', 0, { MAIL_FROM: 'desk@clinic.example' }],
  ['in production with mail as files', 0, { MAIL: 'eml' }],
  ['in development', 0, { NODE_ENV: 'development' }],
])('a start %s logs %i warnings about MAIL_FROM', async (_, count, more) => {
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.stop())
  const lines: string[] = []
  const production = { NODE_ENV: 'production', RATE_LIMIT: 'on', PLAIN_HTTP: 'on' }
  const settings = { ...production, PAYMENTS: 'off', SMTP_URL: peer.url, ...more }
  const portal = await openPortal({ settings, log: (line) => lines.push(line) })
  const outbox = startOutbox(portal.deps)
  await outbox.stop()
  const warnings = lines.filter((line) => line.includes('MAIL_FROM'))
  expect(warnings.map((line) => JSON.parse(line).level)).toEqual(Array(count).fill(40))
})

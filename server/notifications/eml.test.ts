import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import type { ClaimedMail } from './deliver-mail.ts'
import { createEmlMailer } from './eml.ts'

const mail = {
  id: '01a1fd92-1643-71b6-8c0c-8877c5922c78',
  kind: 'verification',
  recipient: 'jane@patients.example',
  replyTo: null,
  subject: 'Please confirm your address',
  text: `Confirm:\nhttp://localhost:5000/verify-email#token=${'x'.repeat(200)}\n`,
  html: '<p>Confirm</p>',
  calendarMethod: null,
  calendar: null,
  channel: 'mail' as const,
  unsubscribe: null,
  attempts: 1,
}

async function send(more: Partial<ClaimedMail> = {}, logsLinks = true) {
  const dataDir = mkdtempSync(join(tmpdir(), 'molar-eml-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  const mailer = createEmlMailer({
    dataDir,
    mailFrom: 'Molar <desk@clinic.example>',
    log,
    logsLinks,
  })
  await mailer.send({ ...mail, ...more })
  await mailer.send({ ...mail, ...more })
  const folder = join(dataDir, 'outbox')
  return { folder, lines, files: readdirSync(folder).map((name) => join(folder, name)) }
}

test('a mail that is sent more than once is written to one file that only our user can read', async () => {
  const { folder, files } = await send()
  expect(files).toEqual([join(folder, `${mail.id}-verification.eml`)])
  expect(statSync(files[0] ?? '').mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const parsed = await PostalMime.parse(readFileSync(files[0] ?? ''))
  expect(parsed).toMatchObject({
    subject: mail.subject,
    from: { name: 'Molar', address: 'desk@clinic.example' },
    to: [{ address: mail.recipient }],
    messageId: `<${mail.id}@clinic.example>`,
  })
  expect(parsed.text?.trim()).toBe(mail.text.trim())
})

test('the log contains the link but not the e-mail address, and in production not the link either', async () => {
  const { lines } = await send()
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    kind: 'verification',
    link: expect.stringMatching(/^http:\/\/localhost:5000\/verify-email#token=x+$/),
  })
  expect(lines.join()).not.toContain('jane')
  const inProduction = await send({}, false)
  expect(inProduction.lines.join()).not.toContain('http')
})

test('an address or a subject cannot inject a header or a recipient', async () => {
  const { files } = await send({
    recipient: 'jane@patients.example, joe@evil.example',
    subject: 'Hello\r\nBcc: joe@evil.example',
  })
  const raw = readFileSync(files[0] ?? '', 'utf8')
  const { headers, to } = await PostalMime.parse(raw)
  expect(headers.map(({ key }) => key)).not.toContain('bcc')
  expect(to).toHaveLength(1)
})

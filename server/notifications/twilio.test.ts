import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { storeSettings } from '../reminders/settings.ts'
import { refusals, startTwilio, twilioAccount } from '../testing/peers/twilio-peer.ts'
import { booked, signIn } from '../testing/portal.ts'
import { at, openReminding } from '../testing/reminding.ts'
import { createDeliverDueMail } from './deliver-mail.ts'
import { createTwilioTexter } from './twilio.ts'

const hour = 3_600_000

/** Jane has booked Monday at eight, and chose reminders by text only. */
async function openWithPhone() {
  const twilio = await startTwilio()
  const { apiBase } = twilio
  const settings = {
    SMS_ACCOUNT: twilioAccount.account,
    SMS_TOKEN: twilioAccount.token,
    SMS_FROM: twilioAccount.from,
    SMS_API_BASE: apiBase,
  }
  const texter = createTwilioTexter({ ...twilioAccount, apiBase })
  const opened = await openReminding({ settings, texter })
  const { portal, deliver, remind } = opened
  const jane = await signIn(portal, 'jane@patients.example')
  await booked(portal, jane)
  await deliver()
  const input = { byMail: false, bySms: true, phone: '+17185550100' }
  await storeSettings(portal.database.query, jane.email, input, portal.time.now.toISOString())
  at(portal, '2026-06-06T12:00:00Z')
  await remind()
  const { query } = portal.database
  const outbox = () =>
    query.selectFrom('outbox').selectAll().where('channel', '=', 'sms').executeTakeFirstOrThrow()
  const later = async (ms: number) => {
    portal.time.now = new Date(portal.time.now.getTime() + ms)
    await deliver()
  }
  return { ...opened, twilio, outbox, later, jane }
}

test('a text reminder is short, goes to the given number, and has one link', async () => {
  const { twilio, deliver, reminders } = await openWithPhone()
  await deliver()
  expect(twilio.texts).toHaveLength(1)
  const [text] = twilio.texts
  expect(text).toMatchObject({ to: '+17185550100', from: twilioAccount.from })
  expect(text?.body).toMatch(
    /^Molar Dental: .+ on Jun 8, 2026 at 8:00 AM\. Will you be there\? http:\/\/localhost:5000\/email-link#token=c\S{44} STOP ends these texts\.$/,
  )
  // Only characters of the phones' alphabet, in three parts at the most.
  expect(text?.body).toMatch(/^[\x20-\x7e]{1,200}$/)
  expect(reminders()).toEqual([])
})

test.each([
  ['too many at once', refusals.tooMany],
  ['Twilio is down', refusals.down],
  ['our own sender is wrong', refusals.wrongSender],
])('%s: the text is retried and arrives once', async (_, refusal) => {
  const { twilio, deliver, later, outbox } = await openWithPhone()
  twilio.answer = refusal
  await deliver()
  expect(await outbox()).toMatchObject({ sentAt: null, failedAt: null, attempts: 1 })
  twilio.answer = 'take'
  await later(hour)
  await later(hour)
  expect(twilio.texts).toMatchObject([{ body: expect.stringContaining('Will you be there?') }])
  expect(await outbox()).toMatchObject({ failedAt: null, lastError: null, text: '' })
})

test('a text to a number that cannot receive texts fails without a retry', async () => {
  const { twilio, deliver, later, outbox } = await openWithPhone()
  twilio.answer = refusals.landline
  await deliver()
  twilio.answer = 'take'
  await later(hour)
  expect(twilio.texts).toEqual([])
  expect(await outbox()).toMatchObject({ attempts: 1, lastError: expect.stringContaining('21614') })
})

test('after a STOP reply, no more texts are sent and the settings show it', async () => {
  const { twilio, portal, deliver } = await openWithPhone()
  twilio.answer = refusals.optedOut
  await deliver()
  const { query } = portal.database
  expect(await query.selectFrom('noticeSettings').selectAll().execute()).toMatchObject([
    { bySms: 0, phone: '+17185550100' },
  ])
})

test.each(['hang up', 'take and hang up', 'take and answer by a gateway'] as const)(
  '%s: a text is never sent twice',
  async (how) => {
    const { twilio, deliver, later, outbox } = await openWithPhone()
    twilio.answer = how
    await deliver()
    twilio.answer = 'take'
    await later(hour)
    expect(twilio.texts).toHaveLength(how === 'hang up' ? 0 : 1)
    expect((await outbox()).lastError).toContain('may have gone out')
  },
)

test('a text is retried after a refused connection', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  await new Promise((resolve) => server.close(resolve))
  const apiBase = `http://127.0.0.1:${port}`
  const { send } = createTwilioTexter({ ...twilioAccount, apiBase })
  const failing = send({ recipient: '+17185550100', text: 'Hello' })
  await expect(failing).rejects.toMatchObject({ constructor: TypeError })
})

test('a text whose worker died while sending is not sent again', async () => {
  const { parts, twilio, later, outbox } = await openWithPhone()
  const never = new Promise<void>(() => {})
  void createDeliverDueMail({ ...parts, texter: { send: () => never } })()
  await expect.poll(async () => (await outbox()).lastError ?? '').toContain('died')
  await later(hour)
  expect(twilio.texts).toEqual([])
})

test('a text is not sent when the patient turned texts off before it is due', async () => {
  const { portal, jane, twilio, deliver } = await openWithPhone()
  const off = { byMail: true, bySms: false, phone: null }
  await storeSettings(portal.database.query, jane.email, off, portal.time.now.toISOString())
  await deliver()
  expect(twilio.texts).toEqual([])
})

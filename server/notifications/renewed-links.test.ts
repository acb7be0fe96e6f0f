import { expect, test } from 'vitest'
import { queueConfirmations } from '../calendar/queue-confirmations.ts'
import { queueClosureMails } from '../clinic/mails.ts'
import { storeSettings } from '../reminders/settings.ts'
import { readEntries } from '../testing/calendar.ts'
import { actsOf, by, openIll, toSame } from '../testing/desk.ts'
import { readLink } from '../testing/mailbox.ts'
import { twilioAccount } from '../testing/peers/twilio-peer.ts'
import { booked, monday, type Portal, request, signIn } from '../testing/portal.ts'
import { askForAddress } from '../testing/proving.ts'
import { at, openReminding, tokensIn } from '../testing/reminding.ts'

const email = 'jane@patients.example'
const next = 'jane.roe@patients.example'
/** Of Monday, Jun 8, 2026 at eight in the morning in New York. */
const twoDaysBefore = '2026-06-06T12:00:00Z'
const { account, token, from } = twilioAccount
const sms = { SMS_ACCOUNT: account, SMS_TOKEN: token, SMS_FROM: from }

/** Jane has booked, and is about to change her address. */
async function openBooked() {
  const texts: string[] = []
  const texter = {
    send: async ({ text }: { text: string }) => {
      texts.push(text)
    },
  }
  const opened = await openReminding({ settings: sms, texter })
  const { portal, peer, deliver } = opened
  const person = await signIn(portal, email)
  const booking = await booked(portal, person)
  const { token } = await signIn(portal, 'staff@clinic.example', 'admin')
  const staff = { token, email: 'staff@clinic.example', name: 'Pat Doe' }
  const change = await askForAddress(portal, person, next)
  const { token: stop } = await readLink(portal, 'email-change-notice')
  await deliver()
  peer.arrived.length = 0
  return { ...opened, person, booking, staff, change, stop, texts }
}

async function openConfirmed() {
  const opened = await openBooked()
  await booked(opened.portal, opened.person, { date: 'Jun 9, 2026' })
  await queueConfirmations(opened.parts)
  return opened
}

async function openReminded() {
  const opened = await openBooked()
  at(opened.portal, twoDaysBefore)
  await opened.remind()
  return opened
}

async function openTexted() {
  const opened = await openBooked()
  const { portal, remind } = opened
  const settings = { byMail: false, bySms: true, phone: '+17185550100' }
  await storeSettings(portal.database.query, email, settings, portal.time.now.toISOString())
  at(portal, twoDaysBefore)
  await remind()
  return opened
}

/** Jane is asked to choose another day. */
async function openClosed() {
  const opened = await openBooked()
  const { portal, parts, staff } = opened
  const days = { from: monday, to: monday }
  const closure = { ...days, reason: 'Burst pipe', confirmed: true }
  await request(portal, 'POST', '/staff/closures', { ...staff, body: closure })
  const body = { ...days, way: 'ask' }
  await request(portal, 'POST', '/staff/closures/settle', { ...staff, body })
  await queueClosureMails(parts)
  return opened
}

const openAway = (way: 'move' | 'ask') => async () => {
  const opened = await openIll()
  const { portal, people, goIll, settle, peer, deliver } = opened
  const [one] = people
  if (!one) throw new Error('Nobody has booked')
  const { shown, change: absence } = await goIll()
  const change = await askForAddress(portal, one.person, next)
  await deliver()
  peer.arrived.length = 0
  await settle(absence, ...shown.map((seen) => (way === 'move' ? toSame(seen) : by(way, seen))))
  return { ...opened, change, texts: [] }
}

/** The oldest mail that waits, as it is stored. */
function waiting({ database }: Portal) {
  return database.query
    .selectFrom('outbox')
    .select(['text', 'html'])
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
}

/** The tokens of the links to appointments in a body. */
function tokensOf(body = ''): string[] {
  return [...body.matchAll(/#token=([crx][\w-]{44})\b/g)].map(([, found = '']) => found)
}

/** What these links are answered. */
async function answers(portal: Portal, tokens: readonly string[]): Promise<number[]> {
  const asked = tokens.map((one) =>
    request(portal, 'POST', '/email-links', { body: { token: one } }),
  )
  return (await Promise.all(asked)).map(({ status }) => status)
}

const all = (tokens: readonly string[], status: number) => tokens.map(() => status)

test.each([
  { name: 'a confirmation', open: openConfirmed, links: 2 },
  { name: 'a reminder', open: openReminded, links: 3 },
  { name: 'a text message', open: openTexted, links: 1 },
  { name: 'a mail about a closed day', open: openClosed, links: 2 },
  { name: 'a mail about another doctor', open: openAway('move'), links: 3 },
  { name: 'a mail that asks for another time', open: openAway('ask'), links: 2 },
])(
  '$name that waits while its patient changes their address arrives with links that work',
  async ({ open, links }) => {
    const { portal, change, deliver, peer, texts } = await open()
    const former = tokensOf((await waiting(portal)).text)
    expect(former).toHaveLength(links)
    expect(await answers(portal, former)).toEqual(all(former, 200))
    expect((await change()).status).toBe(200)
    expect(await answers(portal, former)).toEqual(all(former, 410))
    await deliver()
    const [mail] = peer.arrived
    expect(peer.arrived.map(({ envelope }) => envelope.to)).toEqual(mail ? [[next]] : [])
    const bodies = mail ? [mail.text, mail.html] : texts
    for (const body of bodies) {
      const tokens = tokensOf(body)
      expect(tokens).toHaveLength(links)
      expect(await answers(portal, tokens)).toEqual(all(tokens, 200))
    }
  },
)

test('a reminder that waits while its patient changes their address confirms and unsubscribes at the new one', async () => {
  const { portal, change, deliver, reminders, booking } = await openReminded()
  expect((await change()).status).toBe(200)
  await deliver()
  const [mail] = reminders()
  const { confirm, unsubscribe } = tokensIn(mail ?? {})
  const post = (what: string, body: object) =>
    request(portal, 'POST', `/email-links${what}`, { body })
  expect((await post('/confirm', { token: confirm })).status).toBe(200)
  expect(await (await post('', { token: unsubscribe })).json()).toMatchObject({ email: next })
  const header = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const { pathname } = new URL(header.slice(1, -1))
  expect((await request(portal, 'POST', pathname)).status).toBe(200)
  const { query } = portal.database
  expect(await query.selectFrom('noticeSettings').select(['email', 'byMail']).execute()).toEqual([
    { email: next, byMail: 0 },
  ])
  const { id, confirmedAt } = await query
    .selectFrom('appointments')
    .select(['id', 'confirmedAt'])
    .executeTakeFirstOrThrow()
  expect([id, confirmedAt]).toEqual([booking._id, portal.time.now.toISOString()])
})

test('a reminder whose patient’s change of address is stopped goes back with links that work', async () => {
  const { portal, change, stop, deliver, reminders } = await openReminded()
  expect((await change()).status).toBe(200)
  const renewed = tokensOf((await waiting(portal)).text)
  const stopping = request(portal, 'POST', '/account/email/stop', { body: { token: stop } })
  expect((await stopping).status).toBe(200)
  expect(await answers(portal, renewed)).toEqual(all(renewed, 410))
  await deliver()
  const [mail] = reminders()
  expect(mail?.envelope.to).toEqual([email])
  const tokens = tokensOf(mail?.text)
  expect(await answers(portal, tokens)).toEqual(all(tokens, 200))
})

test('a link that another time of its appointment has ended stays void after a change of address', async () => {
  const { portal, staff, change, booking } = await openClosed()
  const { _id } = booking
  const { revision } = await portal.database.query
    .selectFrom('appointments')
    .select('revision')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  const to = { date: 'Jun 9, 2026', slot: booking.slot }
  expect((await actsOf(portal, staff).move({ _id, revision }, to)).status).toBe(200)
  expect((await change()).status).toBe(200)
  expect(await answers(portal, tokensOf((await waiting(portal)).text))).toEqual([410, 410])
})

test('the calendar entry of a confirmation that waits while its patient changes their address names the new one', async () => {
  const { change, deliver, peer } = await openConfirmed()
  expect((await change()).status).toBe(200)
  await deliver()
  const [calendar] = peer.arrived[0]?.attachments ?? []
  const text = Buffer.from(calendar?.content as ArrayBuffer).toString()
  expect(readEntries(text)).toMatchObject({ entries: [{ attendees: [`mailto:${next}`] }] })
})

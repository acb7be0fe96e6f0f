import * as fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { ErrorBody } from '../../contract/errors.ts'
import { parsePhone, ReminderSettings, showPhone } from '../../contract/reminders/endpoints.ts'
import { issueUnsubscribe } from '../email-links/issue-link.ts'
import { erasePatient } from '../patients/erase.ts'
import { beginBeforeNextCommit } from '../testing/database/database.ts'
import { recordsOf } from '../testing/patients.ts'
import { twilioAccount } from '../testing/peers/twilio-peer.ts'
import {
  openPortal,
  type Person,
  type Portal,
  refusal,
  request,
  signIn,
  signInUnconfirmed,
} from '../testing/portal.ts'
import { askForAddress, whileAddressChanges } from '../testing/proving.ts'
import { removeUser } from '../users/remove-user.ts'

const { account, token, from } = twilioAccount
const withSms = { settings: { SMS_ACCOUNT: account, SMS_TOKEN: token, SMS_FROM: from } }

const change = (portal: Portal, { token: proof }: Person, body: object) =>
  request(portal, 'PUT', '/reminder-settings', { token: proof, body })

async function read(portal: Portal, { token: proof }: Person) {
  const response = await request(portal, 'GET', '/reminder-settings', { token: proof })
  return ReminderSettings.parse(await response.json())
}

test('reminders are sent by mail only until the account chooses otherwise, and the choice is stored', async () => {
  const portal = await openPortal(withSms)
  const jane = await signIn(portal)
  const offer = { offersSms: true, reminderMinutes: [10080, 2880, 120] }
  expect(await read(portal, jane)).toEqual({ byMail: true, bySms: false, phone: null, ...offer })
  const input = { byMail: false, bySms: true, phone: ' (718) 555-0100 ' }
  expect((await change(portal, jane, input)).status).toBe(200)
  const kept = { byMail: false, bySms: true, phone: '+17185550100', ...offer }
  expect(await read(portal, jane)).toEqual(kept)
  expect(await read(portal, await signIn(portal))).toMatchObject({ byMail: true, phone: null })
})

test('text reminders require a phone number and a clinic that sends texts', async () => {
  const portal = await openPortal(withSms)
  const jane = await signIn(portal)
  const input = { byMail: true, bySms: true }
  const numberless = await change(portal, jane, { ...input, phone: null })
  expect(await refusal(numberless)).toEqual({ status: 422, code: 'phone_missing' })
  const wrong = await change(portal, jane, { ...input, phone: '555 0100' })
  expect(wrong.status).toBe(400)
  expect(ErrorBody.parse(await wrong.json())).toMatchObject({
    code: 'invalid_input',
    issues: [{ path: 'phone', code: 'phone_invalid' }],
  })
  const without = await openPortal()
  const joe = await signIn(without)
  const unsent = await change(without, joe, { ...input, phone: '718 555 0100' })
  expect(await refusal(unsent)).toEqual({ status: 409, code: 'sms_unavailable' })
  expect((await change(without, joe, { ...input, bySms: false, phone: null })).status).toBe(200)
})

test('reminder settings of an unconfirmed address cannot be changed or read', async () => {
  const portal = await openPortal(withSms)
  const jane = await signIn(portal, 'jane@patients.example')
  const input = { byMail: false, bySms: true, phone: '718 555 0100' }
  expect((await change(portal, jane, input)).status).toBe(200)
  const { engine, query } = portal.database
  const emailVerified = engine === 'postgres' ? false : 0
  await query.updateTable('users').set({ emailVerified }).execute()
  const answer = await refusal(await change(portal, jane, { ...input, byMail: true }))
  expect(answer).toEqual({ status: 403, code: 'email_unproved' })
  expect(await read(portal, jane)).toMatchObject({ byMail: true, bySms: false, phone: null })
})

test('settings are deleted with the account that stored them, not with one that only has the address', async () => {
  const portal = await openPortal(withSms)
  const { query } = portal.database
  const jane = await signIn(portal, 'jane@patients.example')
  await change(portal, jane, { byMail: true, bySms: true, phone: '718 555 0100' })
  const removal = {
    whose: { email: jane.email },
    by: 'staff@clinic.example',
    appointments: 'keep',
  } as const
  await removeUser(portal.deps, removal)
  expect(await query.selectFrom('noticeSettings').selectAll().execute()).toEqual([])
  // A patient without an account has ended the reminders by the link in one.
  const records = recordsOf(portal, await signIn(portal, 'staff@clinic.example', 'desk'))
  await records.added({ email: jane.email })
  expect((await unsubscribe(portal, jane.email)).status).toBe(200)
  await signInUnconfirmed(portal, jane.email)
  await removeUser(portal.deps, removal)
  expect(await query.selectFrom('noticeSettings').selectAll().execute()).toMatchObject([
    { email: jane.email, byMail: 0 },
  ])
})

const unsubscribe = async (portal: Portal, email: string) =>
  request(portal, 'POST', `/unsubscribe/${issueUnsubscribe(portal.config.authSecret, email)}`)

/** A patient of the clinic's alone, and how to erase them. */
async function openWithRecord() {
  const portal = await openPortal()
  const { database } = portal
  const email = 'vera@patients.example'
  const records = recordsOf(portal, await signIn(portal, 'admin@clinic.example', 'admin'))
  const id = await records.added({ email })
  return {
    portal,
    email,
    unsubscribe: () => unsubscribe(portal, email),
    erase: () => erasePatient(portal.deps, id),
    settings: () => database.query.selectFrom('noticeSettings').selectAll().execute(),
  }
}

test('a link that ends reminders stores nothing of an address that was erased', async () => {
  const { unsubscribe, erase, settings } = await openWithRecord()
  expect((await unsubscribe()).status).toBe(200)
  expect(await settings()).toMatchObject([{ byMail: 0 }])
  expect(await erase()).toEqual({ ok: true })
  expect((await unsubscribe()).status).toBe(200)
  expect(await settings()).toEqual([])
})

test('a link that ends reminders shows an address that was erased as sent none, and does not say that it turns them on', async () => {
  const { portal, email, erase, settings } = await openWithRecord()
  const token = issueUnsubscribe(portal.config.authSecret, email)
  const read = async () => {
    const shown = await request(portal, 'POST', '/email-links', { body: { token } })
    return shown.json()
  }
  expect(await read()).toEqual({ purpose: 'unsubscribe', email, byMail: true, inUse: true })
  expect(await erase()).toEqual({ ok: true })
  expect(await read()).toEqual({ purpose: 'unsubscribe', email, byMail: false, inUse: false })
  const body = { token, byMail: true }
  expect(await refusal(await request(portal, 'POST', '/email-links/reminders', { body }))).toEqual({
    status: 410,
    code: 'link_void',
  })
  expect(await settings()).toEqual([])
})

test.runIf(inject('engine') === 'postgres')(
  'reminders that are ended while the address is being erased leave nothing of it',
  async () => {
    const { portal, unsubscribe, erase, settings } = await openWithRecord()
    const ending = beginBeforeNextCommit(portal.database, unsubscribe)
    expect(await erase()).toEqual({ ok: true })
    expect((await ending).status).toBe(200)
    expect(await settings()).toEqual([])
    const begun = await openWithRecord()
    const erasing = beginBeforeNextCommit(begun.portal.database, begun.erase)
    expect((await begun.unsubscribe()).status).toBe(200)
    expect(await erasing).toEqual({ ok: true })
    expect(await begun.settings()).toEqual([])
  },
)

test.each([
  ['718 555 0100', '+17185550100'],
  ['1-718-555-0100', '+17185550100'],
  ['(718) 555–0100', '+17185550100'],
  ['+1 718.555.0100', '+17185550100'],
  ['+34 612 345 678', '+34612345678'],
  ['555 0100', null],
  ['118 555 0100', null],
  ['+1 118 555 0100', null],
  ['0034 612 345 678', null],
  ['+0 123 456 789', null],
  ['718 555 0100 ext 4', null],
  ['', null],
])('%s is %s', (typed, phone) => {
  expect(parsePhone(typed)).toBe(phone)
})

test.runIf(inject('engine') === 'postgres')(
  'settings that are changed while their account is being removed are refused, and not stored',
  async () => {
    const portal = await openPortal(withSms)
    const jane = await signIn(portal)
    const input = { byMail: true, bySms: true, phone: '718 555 0100' }
    const changing = beginBeforeNextCommit(portal.database, () => change(portal, jane, input))
    const whose = { email: jane.email }
    await removeUser(portal.deps, { whose, by: 'staff@clinic.example', appointments: 'cancel' })
    expect(await refusal(await changing)).toEqual({ status: 401, code: 'unauthenticated' })
    const settings = portal.database.query.selectFrom('noticeSettings').selectAll()
    expect(await settings.execute()).toEqual([])
  },
)

test.runIf(inject('engine') === 'postgres')(
  'settings that are changed while the address of their account changes are stored by its next address',
  async () => {
    const portal = await openPortal(withSms)
    const jane = await signIn(portal)
    const next = 'next@patients.example'
    const confirm = await askForAddress(portal, jane, next)
    const input = { byMail: false, bySms: true, phone: '718 555 0100' }
    const act = async () => change(portal, jane, input)
    const response = await whileAddressChanges(portal, confirm, act)
    const kept = { byMail: false, bySms: true, phone: '+17185550100' }
    expect(await response.json()).toMatchObject(kept)
    const settings = portal.database.query.selectFrom('noticeSettings').select('email')
    expect(await settings.execute()).toEqual([{ email: next }])
    expect(await read(portal, jane)).toMatchObject(kept)
  },
)

test('a displayed phone number parses to the same number', () => {
  const digits = fc.stringMatching(/^[2-9]\d{2}[2-9]\d{6}$/)
  fc.assert(
    fc.property(digits, (number) => {
      expect(parsePhone(showPhone(`+1${number}`))).toBe(`+1${number}`)
    }),
  )
})

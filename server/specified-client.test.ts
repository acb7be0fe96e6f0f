import { expect, test } from 'vitest'
import { ChangeTerms } from '../contract/appointments/change-endpoints.ts'
import { makeFirstAdmin } from './identity/make-first-admin.ts'
import { addWorking, openSchedules } from './testing/desk.ts'
import * as pictures from './testing/hostile-pictures.ts'
import { readLink } from './testing/mailbox.ts'
import { tryCard } from './testing/paying.ts'
import { openPortal, type Portal, request } from './testing/portal.ts'
import {
  createSpecifiedClient,
  type SpecifiedClient,
  specifiedCalls,
} from './testing/specified-client.ts'
import { jane } from './testing/visitor.ts'

const owner = { email: 'owner@clinic.example', password: 'a fine secret' }
const date = 'Jun 8, 2026'

async function openClinic(options: { sendsReferer: boolean }) {
  const portal = await openPortal()
  const config = { ...portal.config, adminEmail: owner.email, adminPassword: owner.password }
  await makeFirstAdmin({ ...portal.deps, config })
  return { portal, client: createSpecifiedClient(portal.app, options) }
}

async function signUpAndLogin(portal: Portal, client: SpecifiedClient) {
  await client.signUp(jane)
  const { token } = await readLink(portal, 'verification')
  expect((await client.verify(token)).status).toBe(200)
  await client.login(jane.email, jane.password)
}

/** The card form: the provider confirms the secret and names the transaction. */
async function confirmCard(portal: Portal, client: SpecifiedClient, secret: string | undefined) {
  if (secret === undefined) throw new Error('The Pay button is disabled')
  const person = { ...jane, token: client.storage.get('accessToken') ?? '' }
  const confirmed = await tryCard(portal, person, secret)
  const { id } = await confirmed.json()
  return String(id)
}

/** Books twice at one price, and cannot book the same again. */
async function bookTwo(portal: Portal, client: SpecifiedClient) {
  const [first = '', second = ''] = [0, 3].map((at) => portal.treatments[at]?.name)
  const [early, late] = ['8:00 AM - 8:30 AM', '9:00 AM - 9:30 AM'] as const
  expect(await client.dashboard()).toEqual({ admin: false, appointments: [] })
  expect(await client.book({ date, treatment: first, slot: early })).not.toContain(early)
  await client.book({ date, treatment: first, slot: early })
  await client.book({ date, treatment: second, slot: late })
  expect(client.toasts.splice(0)).toEqual([
    'Sent Email Verification',
    `Appointment set on ${date} at ${early}`,
    `Already have an appointment on ${date} at ${early}`,
    `Appointment set on ${date} at ${late}`,
  ])
  const { appointments } = await client.dashboard()
  const shown = { date, patient: jane.email, patientName: jane.name, price: 99, paid: false }
  expect(appointments).toMatchObject([
    { ...shown, treatment: first, slot: early },
    { ...shown, treatment: second, slot: late },
  ])
  return appointments.map(({ _id }) => _id)
}

/** Each payment screen pays its own appointment, in any order, and a paid one pays nothing more. */
async function payBoth(portal: Portal, client: SpecifiedClient, ids: string[]) {
  const [first = '', second = ''] = ids
  const secrets = []
  for (const id of [first, second, first]) secrets.push((await client.openPayment(id)).clientSecret)
  expect(secrets[2]).toBe(secrets[0])
  expect(secrets[1]).not.toBe(secrets[0])
  const paid = await confirmCard(portal, client, secrets[2])
  await client.reportPayment(first, paid)
  expect(client.toasts.splice(0)).toEqual([`Congrats! Your payment is done. ${paid}`])
  const reloaded = await client.openPayment(first)
  expect(reloaded).toMatchObject({ appointment: { paid: true, transactionId: paid } })
  expect(reloaded.clientSecret).toBeUndefined()
  const open = await client.openPayment(second)
  expect(open.appointment).toMatchObject({ paid: false, transactionId: null })
  const later = await confirmCard(portal, client, open.clientSecret)
  await client.reportPayment(second, later)
  client.toasts.length = 0
  const { appointments } = await client.dashboard()
  expect(appointments).toMatchObject([{ transactionId: paid }, { transactionId: later }])
}

/** What is not theirs, and a token that is over, end the session. */
async function loseSession(client: SpecifiedClient) {
  await client.makeAdmin(jane.email)
  expect(client.toasts.splice(0)).toEqual(['Failed to make an admin'])
  const loseBy = async (email?: string) => {
    expect((await client.dashboard(email)).appointments).toEqual([])
    expect([client.page(), client.storage.has('accessToken')]).toEqual(['/home', false])
  }
  await loseBy(owner.email)
  await client.login(jane.email, jane.password)
  client.storage.set('accessToken', 'no longer good')
  await loseBy()
}

async function workAsAdmin(client: SpecifiedClient) {
  await client.login(owner.email, owner.password)
  expect((await client.dashboard()).admin).toBe(true)
  expect(await client.users()).toEqual([
    { email: jane.email, role: 'patient' },
    { email: owner.email, role: 'admin' },
  ])
  await client.makeAdmin(jane.email)
  await client.makeAdmin(jane.email)
  const doctor = { name: 'Ada Fox', email: 'ada@clinic.example' }
  const photo = new Uint8Array(await pictures.plain().png().toBuffer())
  await client.addDoctor(doctor, photo)
  expect(await client.doctors()).toMatchObject([doctor])
  await client.deleteDoctor(doctor)
  expect(await client.doctors()).toEqual([])
  expect(client.toasts.splice(0)).toEqual([
    'Successfully made an admin',
    'Doctor added successfully',
    'Doctor Ada Fox deleted successfully',
  ])
}

test('a client of section 7 of the specification works on every screen with its fourteen calls', async () => {
  const { portal, client } = await openClinic({ sendsReferer: true })
  await signUpAndLogin(portal, client)
  await payBoth(portal, client, await bookTwo(portal, client))
  await loseSession(client)
  await workAsAdmin(client)
  expect(specifiedCalls).toHaveLength(14)
  expect([...client.made].sort()).toEqual([...specifiedCalls].sort())
}, 180_000)

test('the specified client can pay even if the browser sends no referrer', async () => {
  const { portal, client } = await openClinic({ sendsReferer: false })
  await signUpAndLogin(portal, client)
  await payBoth(portal, client, await bookTwo(portal, client))
})

test('with working doctors, the specified client books a free doctor without naming one', async () => {
  const { portal, client } = await openClinic({ sendsReferer: true })
  const schedules = await openSchedules(portal, 'hours@clinic.example')
  await addWorking(portal, schedules, ['Ada', 'Bo'])
  await signUpAndLogin(portal, client)
  const treatment = portal.treatments[0]?.name ?? ''
  const slot = '9:00 AM - 9:30 AM'
  expect(await client.book({ date, treatment, slot })).toContain(slot)
  expect(client.toasts.at(-1)).toBe(`Appointment set on ${date} at ${slot}`)
  const { appointments } = await client.dashboard()
  expect(appointments).toMatchObject([{ date, treatment, slot, price: 99, paid: false }])
})

test('with working doctors, the specified client can pay, reschedule and cancel as before', async () => {
  const { portal, client } = await openClinic({ sendsReferer: true })
  const schedules = await openSchedules(portal, 'hours@clinic.example')
  await addWorking(portal, schedules, ['Ada'])
  await signUpAndLogin(portal, client)
  const treatment = portal.treatments[0]?.name ?? ''
  const [nine, half] = ['9:00 AM - 9:30 AM', '9:30 AM - 10:00 AM'] as const
  expect(await client.book({ date, treatment, slot: nine })).not.toContain(nine)
  const [booked] = (await client.dashboard()).appointments
  if (!booked) throw new Error('It is booked')
  const { clientSecret } = await client.openPayment(booked._id)
  const paid = await confirmCard(portal, client, clientSecret)
  await client.reportPayment(booked._id, paid)

  const token = client.storage.get('accessToken') ?? ''
  const change = async (what: string, body: object) => {
    const path = `/booking/${booked._id}`
    const terms = await request(portal, 'GET', `${path}/change`, { token })
    const { revision } = ChangeTerms.parse(await terms.json())
    const response = await request(portal, 'POST', `${path}/${what}`, {
      token,
      body: { revision, ...body },
    })
    const answer: unknown = await response.json()
    expect({ status: response.status, answer }).toMatchObject({ status: 200 })
  }
  const { treatmentId, price } = booked
  await change('reschedule', { treatmentId, date, slot: half, price })
  expect((await client.dashboard()).appointments).toMatchObject([
    { slot: half, paid: true, transactionId: paid },
  ])
  const rows = await portal.database.query.selectFrom('appointments').selectAll().execute()
  expect(rows).toMatchObject([{ slot: half, doctorName: 'Ada' }])
  await change('cancel', { refund: price })
  expect((await client.dashboard()).appointments).toEqual([])
  expect(await client.book({ date, treatment, slot: nine })).toContain(half)
})

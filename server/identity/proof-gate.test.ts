import { expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { everyEndpoint } from '../../contract/every-endpoint.ts'
import { openPortal, type Portal, request } from '../testing/portal.ts'
import { jane, staffVisitor } from '../testing/visitor.ts'

const minute = 60_000
const later = ({ time }: Portal, ms: number) => {
  time.now = new Date(time.now.getTime() + ms)
}

test('the most harmful calls require recent proof of identity', () => {
  const asking = Object.entries<Endpoint>(everyEndpoint).filter(([, { recent }]) => recent)
  expect(asking.map(([name]) => name).sort()).toEqual([
    'changeRole',
    'confirmAuthenticator',
    'endSession',
    'endSessions',
    'erasePatient',
    'exportAppointments',
    'exportPatient',
    'exportPayments',
    'exportPractice',
    'inviteStaff',
    'makeAdmin',
    'makeBackup',
    'makeClinicFeed',
    'refundAppointment',
    'removeAdmin',
    'removeAuthenticator',
    'removePasskey',
    'removeUser',
    'renewRecoveryCodes',
    'resetFactors',
    'startAuthenticator',
  ])
})

test('a protected call works within five minutes of sign-in, and later once the password is given', async () => {
  const portal = await openPortal()
  const { visitor, token } = await staffVisitor(portal)
  const makeFeed = async () => {
    const response = await request(portal, 'POST', '/staff/calendar-feed', { token })
    return { status: response.status, ...(response.ok ? {} : await response.json()) }
  }
  const isRecent = async () => (await visitor.get('/account/proof')).json()
  later(portal, 4 * minute)
  expect(await makeFeed()).toEqual({ status: 200 })
  expect(await isRecent()).toMatchObject({ recent: true, password: true })
  later(portal, minute + 1)
  expect(await makeFeed()).toMatchObject({ status: 403, code: 'proof_needed' })
  expect(await isRecent()).toMatchObject({ recent: false, password: true })
  const prove = (password: string) => visitor.post('/account/proof', { password })
  expect((await prove('a wrong secret')).status).toBe(403)
  expect(await makeFeed()).toMatchObject({ status: 403 })
  expect((await prove(jane.password)).status).toBe(200)
  expect(await makeFeed()).toEqual({ status: 200 })
  // It is the session that was proved, and not the account.
  later(portal, 6 * minute)
  expect(await makeFeed()).toMatchObject({ status: 403, code: 'proof_needed' })
})

test('every cancellation with a refund requires recent proof of identity', async () => {
  const portal = await openPortal()
  const { visitor, token } = await staffVisitor(portal)
  const post = async (path: string, body: object) => {
    const response = await request(portal, 'POST', path, { token, body })
    return response.ok ? 'ok' : (await response.json()).code
  }
  const day = { from: '2026-06-08', to: '2026-06-08' }
  const settle = (way: string) => post('/staff/closures/settle', { ...day, way })
  const choose = (way: string) =>
    post('/staff/plan-changes/any/settle', {
      choices: [
        { way: 'ask', appointment: 'any', revision: 0 },
        { way, appointment: 'any', revision: 0 },
      ],
    })
  const cancel = (refund: boolean) =>
    post('/staff/appointments/any/cancel', { revision: 0, reason: 'Ill', refund })
  later(portal, 6 * minute)
  expect([await settle('ask'), await choose('ask'), await cancel(false)]).toEqual([
    'ok',
    'ok',
    'not_found',
  ])
  const giving = async () => [await settle('cancel'), await choose('cancel'), await cancel(true)]
  expect(await giving()).toEqual(['proof_needed', 'proof_needed', 'proof_needed'])
  expect((await visitor.post('/account/proof', { password: jane.password })).status).toBe(200)
  expect(await giving()).toEqual(['ok', 'ok', 'not_found'])
})

test('password guesses at the proof of identity are slowed down', async () => {
  const portal = await openPortal({ settings: { RATE_LIMIT: 'on' } })
  const { visitor } = await staffVisitor(portal)
  const statuses: number[] = []
  for (let guess = 0; guess < 12; guess += 1) {
    statuses.push((await visitor.post('/account/proof', { password: `guess ${guess}` })).status)
  }
  expect(statuses.slice(0, 11)).toEqual(Array(11).fill(403))
  expect(statuses[11]).toBe(429)
})

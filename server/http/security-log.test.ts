import { expect, test } from 'vitest'
import { openPortal, signIn } from '../testing/portal.ts'

type Line = Record<string, unknown> & { msg: string }

/** A portal whose log lines are collected. */
async function openLogged() {
  const lines: Line[] = []
  const portal = await openPortal({ log: (line) => void lines.push(JSON.parse(line)) })
  const send = (path: string, body: object, headers: Record<string, string> = {}) =>
    portal.app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const requests = () => lines.filter(({ msg }) => msg === 'request')
  return { portal, send, requests }
}

test('sign-up, sign-in, sign-out and a wrong password each log the account, the network and the outcome', async () => {
  const { portal, send, requests } = await openLogged()
  const email = 'vera.lind@patients.example'
  const password = 'only this test knows it'
  const signUp = await send('/api/auth/sign-up/email', { email, password, name: 'Vera Lind' })
  const cookie = signUp.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  await send('/api/auth/sign-in/email', { email, password: 'another one' })
  await send('/api/auth/sign-in/email', { email, password })
  await send('/api/auth/sign-out', {}, { cookie, origin: portal.config.publicUrl })

  const { id: account } = await portal.database.query
    .selectFrom('users')
    .select('id')
    .where('name', '=', 'Vera Lind')
    .executeTakeFirstOrThrow()
  const from = expect.stringMatching(/^[\w-]{12}$/)
  const route = '/api/auth/*'
  expect(requests()).toMatchObject([
    { route, action: '/sign-up/email', status: 200, account, from },
    { route, action: '/sign-in/email', status: 401, code: 'INVALID_EMAIL_OR_PASSWORD', from },
    { route, action: '/sign-in/email', status: 200, account, from },
    { route, action: '/sign-out', status: 200, from },
  ])
  expect(requests()[1]).not.toHaveProperty('account')
  expect(new Set(requests().map((line) => line.from)).size).toBe(1)
  expect(JSON.stringify(requests())).not.toMatch(/vera|only this test/i)
})

test('a refused call logs its code, and the account if known, but not its query', async () => {
  const { portal, requests } = await openLogged()
  const patient = await signIn(portal)
  const ask = (path: string, headers: Record<string, string>) =>
    portal.app.request(path, { headers })
  await ask('/users', { authorization: `Bearer ${patient.token}` })
  await ask('/users', {})
  await ask('/booking?email=somebody@else.example', { authorization: `Bearer ${patient.token}` })

  const account = expect.stringMatching(/^[\da-f-]{36}$/)
  expect(requests()).toMatchObject([
    { route: '/users', status: 403, code: 'forbidden', account },
    { route: '/users', status: 401, code: 'unauthenticated' },
    { route: '/booking', status: 403, code: 'forbidden', account },
  ])
  expect(JSON.stringify(requests())).not.toContain('else.example')
})

import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freePort } from '../scripts/free-port.ts'
import { makePlace, type Place } from './testing/database.ts'
import { spawnServer, untilReady } from './testing/process.ts'

const onSqlite = inject('engine') === 'sqlite'

function settingsOf({ dataDir, databaseUrl }: Place): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}

/** A start that must fail: its one line and its exit code. */
async function failedStart(settings: Record<string, string>) {
  const running = await spawnServer(settings)
  return { code: await running.ended, said: running.output() }
}

test('the first start prints the admin’s password, the second keeps all data and stays silent', async () => {
  const settings = { ...settingsOf(await makePlace()), ADMIN_EMAIL: 'owner@clinic.example' }
  const first = await spawnServer(settings)
  await untilReady(first)
  await expect.poll(first.output).toMatch(/owner@clinic\.example\n.*Password +\S+/)
  const treatments = await (await fetch(`${first.origin}/service`)).json()
  first.kill('SIGTERM')
  expect(await first.ended).toBe(0)

  const second = await spawnServer(settings)
  await untilReady(second)
  expect(await (await fetch(`${second.origin}/service`)).json()).toEqual(treatments)
  expect(second.output()).not.toContain('Password')
  second.kill('SIGINT')
  expect(await second.ended).toBe(0)
})

test('the first admin can sign in as soon as the portal is ready; a password that was set is not shown', async () => {
  const admin = { email: 'owner@clinic.example', password: 'a secret of the owner' }
  const server = await spawnServer({
    ...settingsOf(await makePlace()),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
  await untilReady(server)
  const signIn = await fetch(`${server.origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.origin },
    body: JSON.stringify(admin),
  })
  expect(signIn.status).toBe(200)
  await expect.poll(server.output).toContain('Password  as set in ADMIN_PASSWORD')
  expect(server.output()).not.toContain(admin.password)
})

test('a wrong setting, a port in use and a folder that cannot be written are one line each', async () => {
  const place = await makePlace()
  const wrong = await failedStart({ ...settingsOf(place), CLINIC_TIME_ZONE: 'Brooklyn' })
  expect(wrong).toEqual({
    code: 1,
    said: 'Molar cannot start: CLINIC_TIME_ZONE must be a time zone such as America/New_York.\n',
  })

  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  const busy = await failedStart({ ...settingsOf(place), PORT: String(port) })
  expect(busy.code).toBe(1)
  expect(busy.said).toContain(`Port ${port} is in use; stop what uses it or set PORT to another.\n`)

  // The password of the first admin is shown once; a start that failed must not have used that up.
  const first = await spawnServer(settingsOf(place))
  await untilReady(first)
  await expect.poll(first.output).toMatch(/Password +\S+/)

  const file = join(place.dataDir, 'file')
  writeFileSync(file, '')
  const closed = await failedStart({ ...settingsOf(place), DATA_DIR: join(file, 'data') })
  expect(closed).toEqual({ code: 1, said: expect.stringMatching(/^Molar.*cannot be written.*\n$/) })
})

if (onSqlite)
  test('a second process on one SQLite folder is refused', async () => {
    const settings = settingsOf(await makePlace())
    const first = await spawnServer(settings)
    await untilReady(first)
    const second = await failedStart(settings)
    expect(second).toEqual({
      code: 1,
      said: expect.stringMatching(/^Molar.*in use by another.*\n$/),
    })
    first.kill('SIGKILL')
    await first.ended
    const third = await spawnServer(settings)
    await untilReady(third)
  })

if (!onSqlite)
  test('a database that does not answer is one line', async () => {
    const { dataDir } = await makePlace()
    const databaseUrl = `postgres://molar@127.0.0.1:${await freePort()}/none`
    const { code, said } = await failedStart({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringMatching(/^Molar.*nothing answers/),
    })
  })

test('SIGTERM lets a request in hand finish and takes no other', async () => {
  const server = await spawnServer(settingsOf(await makePlace()))
  await untilReady(server)
  // scrypt takes long enough for the signal to arrive while it works.
  const signUp = fetch(`${server.origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.origin },
    body: JSON.stringify({
      name: 'Jane',
      email: 'jane@patients.example',
      password: 'a fine secret',
    }),
  })
  await fetch(`${server.origin}/healthz`)
  server.kill('SIGTERM')
  expect((await signUp).status).toBe(200)
  expect(await server.ended).toBe(0)
  await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow()
})

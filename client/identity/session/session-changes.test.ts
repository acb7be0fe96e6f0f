import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { movingHeader } from '../../../contract/endpoint.ts'

/** A clinic that knows one session, and writes down what it was asked. */
function createClinic() {
  const clinic = {
    email: null as string | null,
    tokens: 0,
    refused: false,
    moving: false,
    asked: [] as string[],
    /** What its answers wait for. */
    held: Promise.resolve(),
  }
  const server = createServer(async (request, response) => {
    const asked = `${request.method} ${request.url}`
    clinic.asked.push(asked)
    await clinic.held
    const answer = (status: number, body: unknown) => {
      const mark = clinic.moving ? { [movingHeader]: '1' } : {}
      const headers = { 'content-type': 'application/json', ...mark }
      response.writeHead(status, headers).end(JSON.stringify(body))
    }
    const { email } = clinic
    if (asked.endsWith('/get-session')) {
      answer(
        200,
        email && {
          user: { id: `id of ${email}`, email, name: 'Ada', emailVerified: true },
          session: {},
        },
      )
    } else if (asked.endsWith('/sign-out')) {
      clinic.email = null
      answer(200, { success: true })
    } else if (clinic.moving) {
      answer(503, { code: 'moving', message: 'The portal is being moved.' })
    } else if (email === null || clinic.refused) {
      answer(401, { code: 'unauthenticated', message: 'Please sign in.' })
    } else {
      clinic.tokens++
      answer(200, { token: `token ${clinic.tokens} of ${email}`, expiresIn: 900 })
    }
  })
  return { clinic, server }
}

const listen = (server: Server, port = 0) =>
  new Promise<number>((done) => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      done(typeof address === 'object' && address ? address.port : 0)
    })
  })
const close = (server: Server) =>
  new Promise<void>((done) => {
    server.closeAllConnections()
    server.close(() => done())
  })

let { clinic, server } = createClinic()
let port = 0
let stored = new Map<string, string>()

/** A browser tab: modules of its own, the storage of the browser. */
async function openTab() {
  vi.resetModules()
  const changes = await import('./session-changes.ts')
  const { readSessionState } = await import('./session-state.ts')
  const { renewAccessToken } = await import('../../data/access-token.ts')
  return { ...changes, readSessionState, renewAccessToken }
}

beforeEach(async () => {
  ;({ clinic, server } = createClinic())
  port = await listen(server)
  stored = new Map()
  vi.stubGlobal('location', new URL(`http://127.0.0.1:${port}`))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(async () => await close(server))

describe('the session', () => {
  it('fetches a token if and only if the signed-in account changes', async () => {
    const tab = await openTab()
    await tab.refreshSession()
    expect(tab.readSessionState()).toEqual({ status: 'anonymous' })
    expect(clinic.tokens).toBe(0)

    clinic.email = 'ada@clinic.example'
    await tab.refreshSession()
    await tab.refreshSession()
    expect(tab.readSessionState()).toMatchObject({
      status: 'signedIn',
      user: { email: 'ada@clinic.example', displayName: 'Ada' },
    })
    expect(clinic.tokens).toBe(1)

    clinic.email = 'bob@clinic.example'
    await tab.refreshSession()
    expect(stored.get('accessToken')).toBe('token 2 of bob@clinic.example')
  })

  it('ends and removes its token when the server refuses a new one', async () => {
    const tab = await openTab()
    clinic.email = 'ada@clinic.example'
    await tab.refreshSession()
    clinic.refused = true
    expect(await tab.renewAccessToken()).toBe(false)
    expect(tab.readSessionState().status).toBe('anonymous')
    expect(stored.has('accessToken')).toBe(false)
  })

  it('remains, with its token, while the server cannot be reached', async () => {
    const tab = await openTab()
    clinic.email = 'ada@clinic.example'
    await tab.refreshSession()
    await close(server)
    await expect(tab.renewAccessToken()).rejects.toMatchObject({ code: 'offline' })
    await expect(tab.refreshSession()).rejects.toMatchObject({ code: 'offline' })
    expect(tab.readSessionState().status).toBe('signedIn')
    expect(stored.has('accessToken')).toBe(true)
  })

  it('is unknown on a page opened during a move to another server, until the move ends', async () => {
    clinic.email = 'ada@clinic.example'
    clinic.moving = true
    const tab = await openTab()
    await expect(tab.refreshSession()).rejects.toMatchObject({ code: 'moving' })
    expect(tab.readSessionState()).toEqual({ status: 'loading', failed: true })
    clinic.moving = false
    await tab.refreshSession()
    expect(tab.readSessionState().status).toBe('signedIn')
  })

  it('is reported as not loaded when the server cannot be reached', async () => {
    const tab = await openTab()
    await close(server)
    await expect(tab.refreshSession()).rejects.toMatchObject({ code: 'offline' })
    expect(tab.readSessionState()).toEqual({ status: 'loading', failed: true })
  })
})

const here = { key: 'here', to: '/home' }

describe('signing out', () => {
  it('takes effect immediately and is not undone by a pending response', async () => {
    const tab = await openTab()
    clinic.email = 'ada@clinic.example'
    await tab.refreshSession()
    let answer = () => {}
    clinic.held = new Promise((resolve) => {
      answer = resolve
    })
    const known = clinic.asked.length
    const late = tab.refreshSession()
    await expect.poll(() => clinic.asked.length).toBe(known + 1)
    const told = tab.endSession(here)
    expect(tab.readSessionState()).toEqual({ status: 'anonymous', signedOutAt: here })
    answer()
    await late
    expect(await told).toBe(true)
    expect(tab.readSessionState()).toEqual({ status: 'anonymous', signedOutAt: here })
    expect(clinic.email).toBeNull()
    expect([...stored.keys()]).toEqual([])
  })

  it('reaches the server on a later page load when it was unreachable at first', async () => {
    const tab = await openTab()
    clinic.email = 'ada@clinic.example'
    await tab.refreshSession()
    await close(server)
    expect(await tab.endSession(here)).toBe(false)
    expect(stored.has('accessToken')).toBe(false)

    await listen(server, port)
    const next = await openTab()
    await next.refreshSession()
    expect(next.readSessionState().status).toBe('anonymous')
    expect(clinic.email).toBeNull()
    expect([...stored.keys()]).toEqual([])
  })
})

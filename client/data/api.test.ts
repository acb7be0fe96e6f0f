import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { bookingRefusals, failures } from '../../contract/errors.ts'
import { userEndpoints } from '../../contract/users/endpoints.ts'
import { setSessionState } from '../identity/session/session-state.ts'
import { renewAccessTokenBy, storeAccessToken } from './access-token.ts'
import { ApiError, call } from './api.ts'
import { askForProofBy, proveAgain, refuseToProve } from './proof.ts'

type Received = {
  method: string
  url: string
  authorization: string | undefined
  query: string | undefined
  body: string
}

const received: Received[] = []
let answer: (request: Received, response: ServerResponse) => void

const server = createServer(async (request: IncomingMessage, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const { method = '', url = '', headers } = request
  const query = [headers['molar-query']].flat()[0]
  const one = { method, url, authorization: headers.authorization, query, body }
  received.push(one)
  answer(one, response)
})

function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return (_: Received, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  vi.stubGlobal('location', new URL(`http://127.0.0.1:${address.port}`))
})
afterAll(() => void server.close())
beforeEach(() => {
  received.length = 0
  storeAccessToken('old')
  renewAccessTokenBy(async () => false)
})

const list = () => call(endpoints.listAppointments, { query: { email: 'a+b@clinic.example' } })

describe('the proof that a call needs', () => {
  it('is refused when the session ends before the dialog is there', async () => {
    const early = proveAgain()
    setSessionState({ status: 'anonymous', ended: true })
    // It waits for nothing outside, so it has been refused before the event loop goes on.
    const waiting = setImmediate('still waiting')
    expect(await Promise.race([early, waiting])).toBe(false)
  })

  it('is asked for when the dialog is there, also by what was pressed before', async () => {
    const early = proveAgain()
    askForProofBy(async () => true)
    expect(await early).toBe(true)
    answer = (request, response) =>
      received.length === 1
        ? json(403, { code: 'proof_needed' })(request, response)
        : json(200, [])(request, response)
    expect(await list()).toEqual([])
  })

  it('is refused where nobody can be asked', async () => {
    refuseToProve()
    answer = json(403, { code: 'proof_needed' })
    await expect(list()).rejects.toMatchObject({ code: 'proof_needed' })
  })
})

describe('call', () => {
  it('fills in path and query, and sends the token when the endpoint requires it', async () => {
    answer = json(200, [])
    expect(await list()).toEqual([])
    answer = json(200, { token: 'new', expiresIn: 60 })
    await call(endpoints.exchangeToken, { params: { email: 'a/b?@clinic.example' } })
    answer = json(200, [])
    await call(userEndpoints.listUsers, { query: { search: 'a+b', limit: 5 } })

    expect(received[0]).toMatchObject({
      method: 'GET',
      url: '/booking',
      query: 'email=a%2Bb%40clinic.example',
      authorization: 'Bearer old',
    })
    expect(received[1]).toMatchObject({ method: 'PUT', url: '/users/a%2Fb%3F%40clinic.example' })
    expect(received[1]?.authorization).toBeUndefined()
    // A search term is not written into an address.
    expect(received[2]).toMatchObject({ url: '/users', query: 'search=a%2Bb&limit=5' })
  })

  it('sends JSON, and rejects with the reason for a refused booking', async () => {
    answer = json(409, { success: false, code: 'slot_taken', message: 'Just taken.' })
    const body = {
      treatmentId: 't',
      date: 'Jun 5, 2022',
      slot: 's',
      price: 5,
      patient: 'a@b.example',
    }
    await expect(call(endpoints.bookAppointment, { body })).rejects.toMatchObject({
      status: 409,
      code: 'slot_taken',
      message: bookingRefusals.slot_taken,
    })
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(body)
  })

  it('chooses a message by status when there is no code, and states the retry delay', async () => {
    answer = json(429, { message: 'Too many requests.' }, { 'x-retry-after': '9' })
    await expect(list()).rejects.toMatchObject({
      code: 'too_many_requests',
      message: `${failures.too_many_requests.message} You can try again in 9 seconds.`,
      retryAfterSeconds: 9,
    })
  })

  it.each([
    ['a page of HTML', 502, '<h1>Bad gateway</h1>'],
    ['nothing', 500, ''],
    ['another shape', 500, '{"code":7}'],
  ])('rejects with a generic message when the error body is %s', async (_, status, text) => {
    answer = (_request, response) => void response.writeHead(status).end(text)
    await expect(list()).rejects.toMatchObject({
      status,
      code: 'internal',
      message: 'Something went wrong on our side. Please try again.',
    })
  })

  it.each(['{"no":"list"}', '<html>', ''])(
    'rejects a response that does not match the schema: %j',
    async (text) => {
      answer = (_request, response) => void response.writeHead(200).end(text)
      await expect(list()).rejects.toMatchObject({ status: 200, code: 'bad_answer' })
    },
  )

  it('reports being offline when the connection breaks before or during the response', async () => {
    answer = (_request, response) => void response.destroy()
    await expect(list()).rejects.toMatchObject({ status: 0, code: 'offline' })
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('[')
      setTimeout(() => response.destroy(), 20)
    }
    await expect(list()).rejects.toMatchObject({ code: 'offline' })
  })

  it("rejects with the caller's own reason when the caller aborts", async () => {
    const stop = new AbortController()
    answer = () => stop.abort(new Error('left the page'))
    const query = { email: 'a@b.example' }
    await expect(call(endpoints.listAppointments, { query }, stop)).rejects.toThrow('left the page')
  })
})

describe('an expired token', () => {
  const byToken = (request: Received, response: ServerResponse) =>
    request.authorization === 'Bearer new'
      ? json(200, [])(request, response)
      : json(401, { code: 'unauthenticated', message: 'Please sign in.' })(request, response)

  it('is renewed once for 12 concurrent calls, which are then retried', async () => {
    answer = byToken
    const renew = vi.fn(async () => {
      await new Promise((later) => setTimeout(later, 50))
      storeAccessToken('new')
      return true
    })
    renewAccessTokenBy(renew)
    const answers = await Promise.all(Array.from({ length: 12 }, list))
    expect(answers).toEqual(Array.from({ length: 12 }, () => []))
    expect(renew).toHaveBeenCalledTimes(1)
    expect(received).toHaveLength(24)
  })

  it('is not renewed if another call or tab has already renewed it', async () => {
    const renew = vi.fn(async () => false)
    renewAccessTokenBy(renew)
    answer = (request, response) => {
      storeAccessToken('new')
      byToken(request, response)
    }
    expect(await list()).toEqual([])
    expect(renew).not.toHaveBeenCalled()
  })

  it('results in a 401 after one renewal attempt when the session has ended', async () => {
    answer = byToken
    const failure = await list().catch((fault: unknown) => fault)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(received).toHaveLength(1)
  })

  it('results in the renewal error instead of a 401 when renewal fails for another reason', async () => {
    answer = byToken
    renewAccessTokenBy(async () => {
      throw new ApiError({ status: 0, code: 'offline', message: 'no network' })
    })
    await expect(list()).rejects.toMatchObject({ code: 'offline' })
  })

  it('does not affect a call that needs no token', async () => {
    answer = json(401, { message: 'no' })
    await expect(call(endpoints.listTreatments, {})).rejects.toMatchObject({ status: 401 })
    expect(received).toHaveLength(1)
  })
})

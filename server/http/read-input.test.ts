import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { type Endpoint, queryHeader } from '../../contract/endpoint.ts'
import { readConfig } from '../config.ts'
import { failureResponse } from './errors.ts'
import { listen } from './listen.ts'
import { readInput } from './read-input.ts'

const endpoint = {
  method: 'POST',
  path: '/texts',
  summary: '',
  access: 'anyone',
  body: z.object({ text: z.string() }),
  answer: z.object({ text: z.string() }),
} as const satisfies Endpoint

function createApp() {
  const app = new Hono()
  app.post(endpoint.path, async (http) => {
    const input = await readInput(endpoint, http)
    return 'status' in input ? failureResponse(input) : http.json(input.body)
  })
  return app
}

/** The bytes of a text in pieces, without an announced length; `taken` counts the pieces read. */
function inPieces(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  let taken = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (taken * size >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(taken * size, (taken + 1) * size))
      taken += 1
    },
  })
  return { body, taken: () => taken }
}

const headers = { 'content-type': 'application/json' }
const jsonOf = (length: number) => JSON.stringify({ text: 'é'.repeat(length) })
/** Each letter has two bytes: 60 KB, and 70 KB. */
const [fitting, tooLong] = [jsonOf(30_000), jsonOf(35_000)]

test('a body is read completely or refused by its size, with or without a Content-Length', async () => {
  const config = readConfig({ PORT: '0' })
  const server = await listen(createApp(), config, pino({ level: 'silent' }))
  onTestFinished(() => server.drain())
  const send = (body: BodyInit) =>
    fetch(`http://127.0.0.1:${server.port}${endpoint.path}`, {
      ...{ method: 'POST', headers, body, duplex: 'half' },
    })
  for (const body of [fitting, inPieces(fitting, 1000).body]) {
    const response = await send(body)
    expect(response.status).toBe(200)
    expect(JSON.stringify(await response.json())).toBe(fitting)
  }
  for (const body of [tooLong, inPieces(tooLong, 1000).body]) {
    const response = await send(body)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'too_large' })
  }
})

test('reading a body without a Content-Length stops once it is too large', async () => {
  const { body, taken } = inPieces(jsonOf(1_000_000), 1000)
  const init = { method: 'POST', headers, body, duplex: 'half' }
  const response = await createApp().request(endpoint.path, init)
  expect(response.status).toBe(413)
  expect(taken()).toBeLessThan(100)
})

test('a body of another type is refused unread', async () => {
  const { body, taken } = inPieces(fitting, 1000)
  const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body, duplex: 'half' }
  const response = await createApp().request(endpoint.path, init)
  expect(response.status).toBe(415)
  expect(taken()).toBeLessThan(2)
})

test('a field that a query names twice is refused, whatever it says each time', async () => {
  const reading = {
    ...{ method: 'GET', path: '/days', summary: '', access: 'anyone', discreet: true },
    query: z.object({ day: z.string() }),
    answer: z.object({ day: z.string() }),
  } as const satisfies Endpoint
  const app = new Hono()
  app.get(reading.path, async (http) => {
    const input = await readInput(reading, http)
    return 'status' in input ? failureResponse(input) : http.json(input.query)
  })
  expect(await (await app.request('/days?day=1')).json()).toEqual({ day: '1' })
  for (const twice of ['day=1&day=2', 'day=1&day=1']) {
    const inAddress = await app.request(`/days?${twice}`)
    const inHeader = await app.request('/days', { headers: { [queryHeader]: twice } })
    for (const response of [inAddress, inHeader]) {
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        code: 'invalid_input',
        issues: [{ path: 'day', code: 'invalid' }],
      })
    }
  }
})

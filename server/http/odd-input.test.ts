import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Booking } from '../../contract/appointments/appointment.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { everyEndpoint } from '../../contract/every-endpoint.ts'
import { booked, openPortal, type Portal, request, signIn } from '../testing/portal.ts'

type Input = { params: Fields; query: Fields; body: unknown }
type Fields = Record<string, unknown>
type Schema = {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  required?: string[]
  minimum?: number
  minItems?: number
  enum?: unknown[]
  const?: unknown
}

/** The usual values of fields by name, so that calls reach the database. */
function usual({ _id, treatmentId, patient, price }: Booking): Fields {
  const day = '2026-06-09'
  const days = { date: day, day, from: day, to: day, until: day, month: '2026-06' }
  const who = {
    email: 'new@patients.example',
    patient,
    name: 'New',
    patientName: 'New',
    birthDate: '1988-06-05',
  }
  const card = { number: '4242424242424242', transactionId: 'pi_1', method: 'cash', cvc: '123' }
  return {
    ...{ ...days, ...who, ...card, id: _id, appointment: _id, treatmentId, price },
    ...{ slot: '9:00 AM - 9:30 AM', slots: ['9:00 AM - 9:30 AM'], revision: 0, limit: 10 },
    ...{ phone: '(718) 555-0100', fromMinute: 0, untilMinute: 1440, stars: 5 },
    ...{ file: 'x.ics', token: 'x', text: 'Kind and quick.', img: '/images/x.webp' },
  }
}

/** A value of a schema: for an object its required fields, and the known ones. */
function sample(schema: Schema, known: Fields, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.properties) {
    const parts = Object.entries(schema.properties)
    const wanted = parts.filter(([key]) => schema.required?.includes(key) || key in known)
    return Object.fromEntries(wanted.map(([key, part]) => [key, sample(part, known, key)]))
  }
  if (name in known) return known[name]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return sample(choices[0] ?? {}, known, name)
  if (schema.type === 'array') {
    return Array.from({ length: schema.minItems ?? 1 }, () => sample(schema.items ?? {}, known))
  }
  const plain: Fields = { boolean: true, null: null, number: schema.minimum ?? 1 }
  return plain[schema.type?.replace('integer', 'number') ?? ''] ?? 'Some text'
}

function sampleInput(endpoint: Endpoint, booking: Booking): Input {
  const known = usual(booking)
  const of = (part: Endpoint['body']) =>
    part
      ? sample(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Schema, known)
      : {}
  return {
    params: of(endpoint.params) as Fields,
    query: of(endpoint.query) as Fields,
    body: of(endpoint.body),
  }
}

type Oddity = { odd: unknown; isHidden: boolean }

/** Copies of a value with one part made odd, once for each part and each odd value. */
function makeOdd(value: unknown): Oddity[] {
  if (typeof value === 'string') return makeTextOdd(value)
  if (typeof value === 'number') {
    return [2 ** 31, 1e15, -1e15].map((odd) => ({ odd, isHidden: false }))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    makeOdd(part).map(({ odd, isHidden }) => {
      const changed = { ...value, [key]: odd }
      return { odd: Array.isArray(value) ? Object.values(changed) : changed, isHidden }
    }),
  )
}

function makeTextOdd(text: string): Oddity[] {
  const hidden = [{ odd: `${text}\0`, isHidden: true }]
  if (!/^\d{4}-\d{2}(-\d{2})?$/.test(text)) return hidden
  const years = ['7000', '9998', '9999']
  const far = years.map((year) => `${year}-12-31`.slice(0, text.length))
  return [...hidden, ...far.map((odd) => ({ odd, isHidden: false }))]
}

function addressOf({ path }: Endpoint, { params, query }: Input): string {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  return `${filled}?${new URLSearchParams(query as Record<string, string>)}`
}

async function send(portal: Portal, endpoint: Endpoint, input: Input, token: string) {
  const options = { token, ...(endpoint.body && { body: input.body }) }
  const response = await request(portal, endpoint.method, addressOf(endpoint, input), options)
  // A stream, or a table that breaks off: its error comes while it is read.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel()
  } else await response.text()
  return response.status
}

async function openWithPeople() {
  const portal = await openPortal()
  const jane = await signIn(portal, 'jane@patients.example')
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const tokenFor = async ({ access, path }: Endpoint) => {
    if (typeof access === 'object') return staff.token
    // Some calls about an account end its sessions.
    return (path.startsWith('/account') ? await signIn(portal) : jane).token
  }
  return { portal, booking: await booked(portal, jane), tokenFor }
}

const calls = Object.entries<Endpoint>(everyEndpoint).filter(([, { proof }]) => proof !== 'session')

test('no call answers 500 to NUL characters, distant dates or large sums, and every NUL answers 400', async () => {
  const { portal, booking, tokenFor } = await openWithPeople()
  const wrong: unknown[] = []
  let tried = 0
  for (const [name, endpoint] of calls) {
    const token = await tokenFor(endpoint)
    const input = sampleInput(endpoint, booking)
    const oddities = makeOdd(input)
    const inputs = [input, ...oddities.map(({ odd }) => odd as Input)]
    const statuses = await Promise.all(
      inputs.map((one) => send(portal, endpoint, one, token).catch(String)),
    )
    // Otherwise its odd variants would be refused for another reason. The sandbox answers as Stripe.
    if (statuses[0] === 400 && !endpoint.path.startsWith('/sandbox')) wrong.push({ name, input })
    for (const [at, { odd, isHidden }] of oddities.entries()) {
      const status = statuses[at + 1]
      tried += 1
      if (isHidden ? status !== 400 : Number(status) >= 500) wrong.push({ name, status, odd })
    }
  }
  expect(wrong).toEqual([])
  expect(tried).toBeGreaterThan(200)
}, 180_000)

import { expect, test } from 'vitest'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { type Endpoint, neededFor } from '../../contract/endpoint.ts'
import { everyEndpoint } from '../../contract/every-endpoint.ts'
import { mayRole } from '../../contract/roles.ts'
import { booked, openPortal, type Portal, request, signIn } from '../testing/portal.ts'

const callers = ['nobody', 'badToken', 'another', 'owner', 'desk', 'doctor', 'admin'] as const
type Who = (typeof callers)[number]
type Rule = Exclude<Endpoint['access'], object>

const [nobody, staff] = [
  { nobody: 401, badToken: 401 },
  { desk: 403, doctor: 403, admin: 403 },
]
/** The status that refuses each kind of caller; a kind that is not listed is admitted. */
const keptOut: Record<Rule, Partial<Record<Who, number>>> = {
  anyone: {},
  signedIn: nobody,
  self: { ...nobody, another: 403, ...staff },
  owner: { ...nobody, another: 403, ...staff },
  selfOrAdmin: { ...nobody, another: 403, ...staff, admin: 0 },
}

/** Staff roles may make the calls whose capability the table of roles grants them; patients none. */
function keptOutOf(endpoint: Endpoint): Partial<Record<Who, number>> {
  const needed = neededFor(endpoint)
  if (needed === undefined) return keptOut[endpoint.access as Rule]
  const refused = (['desk', 'doctor', 'admin'] as const).filter((role) => !mayRole(role, needed))
  const others = Object.fromEntries(refused.map((role) => [role, 403]))
  return { ...nobody, another: 403, owner: 403, ...others }
}

/** Bodies that pass the schema, for endpoints that find the owner by an id in the body. */
function bodyFor(endpoint: Endpoint, { _id, price, treatmentId, date, slot }: Booking) {
  const review = { stars: 5, text: 'Kind and quick.' }
  const change = { revision: 0, refund: 0, treatmentId, date, slot }
  const known = {
    ...review,
    ...change,
    appointment: _id,
    transactionId: 'pi_unknown',
    price,
    reason: 'Asked for it',
  }
  return endpoint.body ? { body: known } : {}
}

async function openWithJane() {
  const portal = await openPortal()
  const jane = await signIn(portal, 'jane@patients.example')
  const booking = await booked(portal, jane)
  const tokens = {
    badToken: { token: 'not-a-token' },
    nobody: {},
    another: { token: (await signIn(portal)).token },
    owner: { token: jane.token },
    desk: { token: (await signIn(portal, 'desk@clinic.example', 'desk')).token },
    doctor: { token: (await signIn(portal, 'doctor@clinic.example', 'doctor')).token },
    admin: { token: (await signIn(portal, 'staff@clinic.example', 'admin')).token },
  }
  return { portal, jane, booking, tokens }
}

async function statusOf(
  portal: Portal,
  endpoint: Endpoint,
  email: string,
  booking: Booking,
  proof: { token?: string },
) {
  const path = endpoint.path.replace(':email', email).replace(':id', booking._id)
  const query = endpoint.query ? `?email=${email}&date=2026-06-08` : ''
  const options = { ...proof, ...bodyFor(endpoint, booking) }
  return (await request(portal, endpoint.method, path + query, options)).status
}

async function expectKeptOut(
  { portal, jane, booking, tokens }: Awaited<ReturnType<typeof openWithJane>>,
  name: string,
  endpoint: Endpoint,
) {
  const answers: Record<string, number> = {}
  const wanted: Record<string, unknown> = {}
  for (const who of callers) {
    answers[who] = await statusOf(portal, endpoint, jane.email, booking, tokens[who])
    // A bearer token does not authenticate a call that requires the session.
    const status = endpoint.proof === 'session' ? 401 : keptOutOf(endpoint)[who]
    wanted[who] = status || expect.not.toBeOneOf([401, 403])
  }
  expect({ name, ...answers }).toEqual({ name, ...wanted })
}

const all = Object.entries<Endpoint>(everyEndpoint)
const reads = all.filter(([, { method }]) => method === 'GET')
const changes = all.filter(([, { method }]) => method !== 'GET')

test('every read refuses the callers that its rule excludes', async () => {
  const opened = await openWithJane()
  expect(reads.length).toBeGreaterThan(0)
  for (const [name, endpoint] of reads) await expectKeptOut(opened, name, endpoint)
})

test.each(changes)('%s refuses the callers that its rule excludes', async (name, endpoint) => {
  await expectKeptOut(await openWithJane(), name, endpoint)
})

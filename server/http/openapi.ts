import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import {
  Booking,
  BookingAccepted,
  BookingRequest,
  OwnBooking,
} from '../../contract/appointments/appointment.ts'
import { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { ClinicProfile } from '../../contract/clinic/endpoints.ts'
import { Policy } from '../../contract/clinic/policy.ts'
import { Doctor, DoctorInput } from '../../contract/doctors/endpoints.ts'
import { type Endpoint, queryHeader } from '../../contract/endpoint.ts'
import { AffectedAppointment, ErrorBody, failures } from '../../contract/errors.ts'
import { HistoryEntry } from '../../contract/events.ts'
import { everyEndpoint } from '../../contract/every-endpoint.ts'
import { Dependent } from '../../contract/patients/dependent.ts'
import { Receipt } from '../../contract/payments/endpoints.ts'
import {
  OwnReview,
  PastAppointment,
  PublishedReview,
  StaffReview,
} from '../../contract/reviews/review.ts'
import {
  DayColumn,
  StaffAppointment,
  StaffAppointmentDetails,
  StaffDay,
} from '../../contract/schedule/staff-appointment.ts'
import { StaffTreatment } from '../../contract/treatments/endpoints.ts'
import { Treatment } from '../../contract/treatments/treatment.ts'
import { User } from '../../contract/users/user.ts'
import { Offer, WaitlistRequest } from '../../contract/waitlist/waitlist.ts'
import { sessionCookieName } from '../identity/session-cookie.ts'

type Schema = z.ZodMiniType
type Schemas = ReturnType<typeof collect>

/** Schemas that several answers share; the others are named after their call. */
const nouns = {
  ...{ Booking, BookingAccepted, HistoryEntry, BookingCalendar, Treatment, Receipt, Policy },
  ...{ Doctor, User, Dependent, Offer, WaitlistRequest, ClinicProfile, StaffTreatment },
  ...{ OwnBooking, OwnReview, PastAppointment, PublishedReview, StaffReview },
  ...{ StaffAppointment, StaffAppointmentDetails, DayColumn, StaffDay },
  ...{ AffectedAppointment, ErrorBody },
}
const requests = { BookingRequest, DoctorInput }

/**
 * The OpenAPI 3.1 description of every endpoint of the contract; the caller adds the clinic's name. `server` is
 * PUBLIC_URL. It is built in several turns of the event loop, so that other calls are not delayed.
 */
export async function describeApi(server: string) {
  const endpoints = Object.entries<Endpoint>(everyEndpoint)
  const answers = collect('output', nouns, endpoints, 'answer')
  await nextTurn()
  const bodies = collect('input', requests, endpoints, 'body')
  await nextTurn()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [operationId, endpoint] of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    const method = endpoint.method.toLowerCase()
    paths[path] = {
      ...paths[path],
      [method]: describe(operationId, endpoint, { answers, bodies }),
    }
  }
  await nextTurn()
  const components = {
    schemas: { ...answers.schemas, ...bodies.schemas },
    responses: describeRefusals(),
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(server) },
    },
  }
  return (clinicName: string) => ({
    openapi: '3.1.0',
    info: { title: `${clinicName} appointment portal`, version: '1' },
    servers: [{ url: server }],
    components,
    paths,
  })
}

/** The schemas of one side as components, and the reference to each endpoint's. */
function collect(
  io: 'input' | 'output',
  named: Record<string, Schema>,
  endpoints: [string, Endpoint][],
  part: 'answer' | 'body',
) {
  const names = new Map<Schema, string>()
  for (const [name, schema] of Object.entries(named)) names.set(schema, name)
  for (const [operationId, endpoint] of endpoints) {
    const schema = endpoint.sends ? undefined : endpoint[part]
    if (!schema || names.has(schema)) continue
    const start = operationId.charAt(0).toUpperCase() + operationId.slice(1)
    names.set(schema, `${start}${part === 'answer' ? 'Answer' : 'Request'}`)
  }
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  const uri = (id: string) => `#/components/schemas/${id}`
  const made = z.toJSONSchema(registry, { io, uri, unrepresentable: 'any' })
  const schemas = Object.entries(made.schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [
    name,
    schema,
  ])
  return {
    schemas: Object.fromEntries(schemas) as Record<string, object>,
    refer: (schema: Schema) => ({ $ref: uri(names.get(schema) ?? '') }),
  }
}

function describe(
  operationId: string,
  endpoint: Endpoint,
  { answers, bodies }: Record<'answers' | 'bodies', Schemas>,
) {
  const { summary, sends, upload, body } = endpoint
  const content = sends
    ? { [sends]: { schema: { type: 'string' } } }
    : { 'application/json': { schema: answers.refer(endpoint.answer) } }
  const refusals = refusalsOf(endpoint).map((name) => [
    statusOf(name),
    { $ref: `#/components/responses/${name}` },
  ])
  return {
    operationId,
    summary,
    tags: [endpoint.path.split('/')[1]],
    security: securityOf(endpoint),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.discreet ? [discreetParameter] : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: bodies.refer(body) } },
      },
    }),
    ...(upload && { requestBody: { required: true, content: describeUpload(upload) } }),
    responses: { 200: { description: 'Done.', content }, ...Object.fromEntries(refusals) },
  }
}

const discreetParameter = {
  name: queryHeader,
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description:
    'The query, form-encoded, instead of in the address, where proxies write it down. It may hold all of the query’s parameters or some.',
}

function describeUpload(field: string) {
  const properties = { [field]: { type: 'string', format: 'binary' } }
  return { 'multipart/form-data': { schema: { type: 'object', properties, required: [field] } } }
}

/** Refusals that are not in `failures`, or that stand for any other. */
const others = {
  conflict: { status: '409', message: 'A rule or a lost race stands against it.' },
  unusable_file: { status: '422', message: 'The file is not what it should be.' },
  other: { status: 'default', message: 'Another refusal or a fault.' },
}
type Refusal = keyof typeof failures | keyof typeof others
const refusals = { ...failures, ...others }

function statusOf(name: Refusal): string {
  return String(refusals[name].status)
}

function describeRefusals() {
  const schema = { $ref: '#/components/schemas/ErrorBody' }
  const all = Object.entries(refusals).map(([name, { message }]) => [
    name,
    { description: message, content: { 'application/json': { schema } } },
  ])
  return Object.fromEntries(all)
}

function refusalsOf(endpoint: Endpoint): Refusal[] {
  const { method, access, params, query, body, upload } = endpoint
  const list: [unknown, Refusal][] = [
    [params || query || body || upload, 'invalid_input'],
    [access !== 'anyone', 'unauthenticated'],
    [access !== 'anyone' && access !== 'signedIn', 'forbidden'],
    [params, 'not_found'],
    [method !== 'GET', 'conflict'],
    [body || upload, 'too_large'],
    [body || upload, 'unsupported_type'],
    [upload, 'unusable_file'],
    [true, 'too_many_requests'],
    [true, 'internal'],
    [true, 'unavailable'],
    [true, 'other'],
  ]
  return list.filter(([applies]) => applies).map(([, name]) => name)
}

function securityOf({ access, proof = 'token' }: Endpoint) {
  if (access === 'anyone') return []
  return proof === 'either' ? [{ token: [] }, { session: [] }] : [{ [proof]: [] }]
}

function parameters(place: 'path' | 'query', schema: Schema | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }))
}

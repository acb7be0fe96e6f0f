import * as z from 'zod/mini'
import type { Endpoint } from '../contract/endpoint.ts'
import { ErrorBody } from '../contract/errors.ts'
import { everyEndpoint } from '../contract/every-endpoint.ts'

type Schema = z.ZodMiniType

/**
 * The OpenAPI 3.1 description of every endpoint of the contract, to be given the clinic's name.
 * `server` is PUBLIC_URL.
 */
export function describeApi(server: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [operationId, endpoint] of Object.entries<Endpoint>(everyEndpoint)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: describe(operationId, endpoint),
    }
  }
  return (clinicName: string) => ({
    openapi: '3.1.0',
    info: { title: `${clinicName} appointment portal`, version: '1' },
    servers: [{ url: server }],
    components: { securitySchemes: schemes },
    paths,
  })
}

const schemes = {
  token: { type: 'http', scheme: 'bearer' },
  session: { type: 'apiKey', in: 'cookie', name: 'molar.session_token' },
}

function describe(operationId: string, endpoint: Endpoint) {
  return {
    operationId,
    summary: endpoint.summary,
    security: securityOf(endpoint),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: { required: true, content: json(endpoint.body, 'input') },
    }),
    responses: {
      200: { description: 'Done.', content: json(endpoint.answer, 'output') },
      default: { description: 'Refused, with a stable code.', content: json(ErrorBody, 'output') },
    },
  }
}

function securityOf({ access, proof = 'token' }: Endpoint) {
  if (access === 'anyone') return []
  return proof === 'either' ? [{ token: [] }, { session: [] }] : [{ [proof]: [] }]
}

function json(schema: Schema, io: 'input' | 'output') {
  return { 'application/json': { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) } }
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

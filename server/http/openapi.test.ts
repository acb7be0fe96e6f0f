import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { everyEndpoint } from '../../contract/every-endpoint.ts'
import { describeApi } from './openapi.ts'

type Content = Record<string, { schema: Record<string, unknown> }>
type Operation = {
  operationId: string
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Content }
  responses: Record<string, { content: Content }>
}

const described = (await describeApi('https://clinic.example'))('Molar Dental')
const paths = described.paths as Record<string, Record<string, Operation>>

test('the document is built over several turns of the event loop, so that other calls can run', async () => {
  let isMade = false
  const making = describeApi('https://clinic.example').finally(() => {
    isMade = true
  })
  let turns = 0
  for (; !isMade; turns += 1) await new Promise(setImmediate)
  await making
  expect(turns).toBeGreaterThanOrEqual(3)
})

test('the document is valid OpenAPI 3.1, including its references', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(described))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
  const text = JSON.stringify(described)
  for (const [, reference = ''] of text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
    const [kind, name] = reference.split('/') as ['schemas' | 'responses', string]
    expect(Object.keys(described.components[kind])).toContain(name)
  }
})

test.each(Object.entries<Endpoint>(everyEndpoint))(
  '%s is described with its input and its answer',
  (name, endpoint) => {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    const operation = paths[path]?.[endpoint.method.toLowerCase()]
    expect(operation?.operationId).toBe(name)
    const inPath = operation?.parameters.filter((one) => one.in === 'path') ?? []
    expect(inPath.map((one) => `{${one.name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    expect(inPath.every(({ required }) => required)).toBe(true)
    const sent = Object.keys(operation?.responses[200]?.content ?? {})
    expect(sent).toEqual([endpoint.sends ?? 'application/json'])
    const taken = Object.keys(operation?.requestBody?.content ?? {})
    if (endpoint.upload) expect(taken).toEqual(['multipart/form-data'])
    else expect(taken).toEqual(endpoint.body ? ['application/json'] : [])
    const statuses = Object.keys(operation?.responses ?? {})
    expect(statuses.includes('401')).toBe(endpoint.access !== 'anyone')
  },
)

test('an answer shared by several calls is described once', () => {
  const { Booking } = described.components.schemas
  expect(Booking).toMatchObject({ type: 'object' })
  expect(JSON.stringify(described).split('"#/components/schemas/Booking"').length).toBeGreaterThan(
    2,
  )
  expect(described.components.schemas.ListAppointmentsAnswer).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/OwnBooking' },
  })
})

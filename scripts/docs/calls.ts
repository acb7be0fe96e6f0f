import * as z from 'zod/mini'
import { changeRefusals } from '../../contract/appointments/change-refusals.ts'
import { backupRefusals } from '../../contract/backups/refusals.ts'
import { linkRefusals } from '../../contract/email-links/refusals.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { bookingRefusals, failures } from '../../contract/errors.ts'
import { everyEndpoint } from '../../contract/every-endpoint.ts'
import { identityRefusals } from '../../contract/identity/refusals.ts'
import { familyRefusals } from '../../contract/patients/dependent.ts'
import { importRefusals } from '../../contract/patients/import.ts'
import { patientRefusals } from '../../contract/patients/patient.ts'
import { paymentRefusals } from '../../contract/payments/refusals.ts'
import { reminderRefusals } from '../../contract/reminders/refusals.ts'
import { reviewRefusals } from '../../contract/reviews/review.ts'
import { capabilityTexts } from '../../contract/role-texts.ts'
import { staffRefusals } from '../../contract/schedule/refusals.ts'
import { waitlistRefusals } from '../../contract/waitlist/refusals.ts'
import { describeApi } from '../../server/http/openapi.ts'

/** The parts of a JSON schema that the page shows. */
const Schema = z.object({
  $ref: z.optional(z.string()),
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  format: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
  required: z.optional(z.array(z.string())),
  get properties() {
    return z.optional(z.record(z.string(), Schema))
  },
  get items() {
    return z.optional(Schema)
  },
  get anyOf() {
    return z.optional(z.array(Schema))
  },
  get oneOf() {
    return z.optional(z.array(Schema))
  },
  get allOf() {
    return z.optional(z.array(Schema))
  },
  additionalProperties: z.optional(z.unknown()),
})
type Schema = z.infer<typeof Schema>

const Content = z.record(z.string(), z.object({ schema: Schema }))
const Call = z.object({
  operationId: z.string(),
  summary: z.string(),
  parameters: z.array(
    z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: Schema }),
  ),
  requestBody: z.optional(z.object({ content: Content })),
  responses: z.looseObject({ 200: z.object({ content: Content }) }),
})
type Call = z.infer<typeof Call>

const Description = z.object({
  components: z.object({ schemas: z.record(z.string(), Schema), responses: z.unknown() }),
  paths: z.record(z.string(), z.record(z.string(), Call)),
})

// Markdown is rendered synchronously, so the description is awaited here.
const describe = await describeApi('https://clinic.example')

/**
 * Every call of `/openapi.json` by the beginning of its path, the schemas that several calls share, and the
 * codes of refusals.
 */
export function listCalls(): string {
  const { paths, components } = Description.parse(describe('Molar'))
  const shapes = sharedShapes(components.schemas, [paths, components.responses])
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
  )
  const chapters = Object.groupBy(calls, ({ path }) => chapterOf(path))
  const write = (schema: Schema) => typeOf(inline(schema, components.schemas, shapes), '')
  const written = Object.entries(chapters)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([chapter, list = []]) => [
      `## ${chapter}`,
      ...list.map(({ path, method, call }) => writeCall(`${method} ${path}`, call, write)),
    ])
  const shared = [...shapes]
    .toSorted()
    .map((name) => `### ${name}\n\n${fence(typeOf(components.schemas[name] ?? {}, ''))}`)
  return [
    ...[...written, '## Shapes', 'What several calls send or answer, by name.', ...shared],
    ...['## Codes', 'Of a refusal, with what it says to a reader of English.', listCodes()],
  ].join('\n\n')
}

/** The tables of refusals; of a code that several have, the first text is listed. */
const refusals = [
  ...[failures, bookingRefusals, changeRefusals, paymentRefusals, identityRefusals, linkRefusals],
  ...[waitlistRefusals, familyRefusals, reviewRefusals, reminderRefusals, staffRefusals],
  ...[patientRefusals, importRefusals, backupRefusals],
]

function listCodes(): string {
  const said = Object.assign({}, ...refusals.toReversed())
  const Said = z.record(z.string(), z.union([z.string(), z.object({ message: z.string() })]))
  const rows = Object.entries(Said.parse(said))
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([code, text]) => `| \`${code}\` | ${typeof text === 'string' ? text : text.message} |`)
  return ['| code | says |', '| --- | --- |', ...rows].join('\n')
}

/** `/booking`, or `/staff/patients` for calls of staff. */
function chapterOf(path: string): string {
  const [, first = '', second = ''] = path.split('/')
  return first === 'staff' ? `/${first}/${second.replace(/\{.*/, '')}` : `/${first}`
}

function writeCall(address: string, call: Call, write: (schema: Schema) => string): string {
  const parts = ['path', 'query', 'header'].flatMap((place) => {
    const fields = call.parameters.filter((parameter) => parameter.in === place)
    if (fields.length === 0) return []
    const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]))
    const required = fields.filter((field) => field.required).map(({ name }) => name)
    return [`In the ${place}:`, fence(write({ type: 'object', properties, required }))]
  })
  const sent = Object.entries(call.requestBody?.content ?? {})
  const answered = Object.entries(call.responses[200].content)
  return [
    `### ${call.summary.replace(/\.$/, '')} {#${call.operationId}}`,
    `\`${address}\` for ${callersOf(call.operationId)}.`,
    ...parts,
    ...sent.flatMap(([type, { schema }]) => [`Takes ${nameOf(type)}:`, fence(write(schema))]),
    ...answered.flatMap(([type, { schema }]) =>
      type === 'application/json' ? ['Answers:', fence(write(schema))] : [`Answers \`${type}\`.`],
    ),
  ].join('\n\n')
}

function nameOf(type: string): string {
  return type === 'application/json' ? 'JSON' : `\`${type}\``
}

const callers = {
  anyone: 'anyone',
  signedIn: 'who is signed in',
  self: 'the person whose e-mail it names',
  owner: 'the person whose record it names',
  selfOrAdmin: 'the person whose e-mail it names, or an admin',
}

function callersOf(operationId: string): string {
  const endpoint = Object.entries<Endpoint>(everyEndpoint).find(([name]) => name === operationId)
  const access = endpoint?.[1].access ?? 'anyone'
  const recent = endpoint?.[1].recent ? ', who proved within five minutes who they are' : ''
  if (typeof access === 'string') return `${callers[access]}${recent}`
  return `staff who may do this: ${capabilityTexts.en[access.needs].toLowerCase()}${recent}`
}

/** Schemas that are referenced by others or twice; the rest are inlined. */
function sharedShapes(schemas: Record<string, Schema>, uses: unknown): Set<string> {
  const [inside, all] = [JSON.stringify(schemas), JSON.stringify([schemas, uses])]
  const shared = Object.keys(schemas).filter((name) => {
    const reference = `"#/components/schemas/${name}"`
    return inside.includes(reference) || all.split(reference).length > 2
  })
  return new Set(shared)
}

function inline(schema: Schema, schemas: Record<string, Schema>, shapes: Set<string>): Schema {
  const name = schema.$ref?.split('/').at(-1) ?? ''
  return schema.$ref && !shapes.has(name) ? (schemas[name] ?? {}) : schema
}

/** As TypeScript would write it. */
function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map((one) => typeOf(one, indent)))].join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => typeOf(one, indent)).join(' & ')
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ')
  }
  if (schema.type === 'array') {
    const item = typeOf(schema.items ?? {}, indent)
    return /[|&]/.test(item) ? `(${item})[]` : `${item}[]`
  }
  if (schema.type === 'object') return objectOf(schema, indent)
  return simpleType(schema)
}

function simpleType({ type = 'unknown', format }: Schema): string {
  return format && type === 'string' ? `string /* ${format} */` : String(type)
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: Schema,
  indent: string,
) {
  const fields = Object.entries(properties).map(
    ([name, property]) =>
      `${indent}  ${name}${required.includes(name) ? '' : '?'}: ${typeOf(property, `${indent}  `)}\n`,
  )
  if (fields.length > 0) return `{\n${fields.join('')}${indent}}`
  const rest = z.safeParse(Schema, additionalProperties)
  return rest.success ? `Record<string, ${typeOf(rest.data, indent)}>` : '{}'
}

function fence(code: string): string {
  return `\`\`\`text\n${code}\n\`\`\``
}

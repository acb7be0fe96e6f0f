import * as z from 'zod'

/** The parts of JSON Schema that the document uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

export type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }

/** What is wrong with an answer by the document; `null` if it is valid. */
type Check = (answer: { status: number; type: string; text: string }) => string | null

export type Operation = {
  id: string
  method: string
  /** As `/booking/{id}`. */
  path: string
  /** It requires authentication. */
  isGuarded: boolean
  parameters: Parameter[]
  body?: Schema
  /** The field of a form that is a file. */
  upload?: string
  check: Check
}

const Content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }))
const Answer = z.object({ $ref: z.string().optional(), content: Content.optional() })
const Described = z.object({
  operationId: z.string(),
  security: z.array(z.unknown()),
  parameters: z.array(z.custom<Parameter>((one) => typeof one === 'object')),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), Answer),
})
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Described)),
  components: z.object({
    schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
    responses: z.record(z.string(), Answer),
  }),
})
type Document = z.infer<typeof Document>

/** The operations of `/openapi.json`, each with the check of its answers. */
export function readDocument(described: unknown) {
  const document = Document.parse(described)
  const answers = createAnswerCheck(document)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): Operation => {
      const content = Object.entries(one.requestBody?.content ?? {})
      const [type, body] = content[0] ?? []
      const schema: Schema | undefined = body?.schema
      const isForm = type === 'multipart/form-data'
      return {
        id: one.operationId,
        method: method.toUpperCase(),
        path,
        isGuarded: one.security.length > 0,
        parameters: one.parameters,
        ...(schema && !isForm && { body: schema }),
        ...(isForm && { upload: Object.keys(schema?.properties ?? {})[0] ?? 'file' }),
        check: (answer) => answers(one.responses, answer),
      }
    }),
  )
  const schemas: Record<string, Schema> = document.components.schemas
  const follow = (schema: Schema): Schema =>
    schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
  return { operations, follow }
}

function createAnswerCheck({ components }: Document) {
  // zod's converter follows references within one schema.
  const shared = JSON.stringify(components.schemas).replaceAll('#/components/schemas/', '#/$defs/')
  const $defs = z.record(z.string(), z.record(z.string(), z.unknown())).parse(JSON.parse(shared))
  const known = new Map<string, z.ZodType>()
  const schemaOf = (name: string) => {
    const schema = known.get(name) ?? z.fromJSONSchema({ $defs, $ref: `#/$defs/${name}` })
    known.set(name, schema)
    return schema
  }
  return (responses: z.infer<typeof Described>['responses'], answer: Parameters<Check>[0]) => {
    const { status, type, text } = answer
    const listed = responses[String(status)] ?? responses.default
    if (!listed) return `${status} is not in the document`
    const name = listed.$ref?.split('/').at(-1)
    const content = (name ? components.responses[name] : listed)?.content ?? {}
    const expected = Object.keys(content)[0] ?? ''
    if (!type.startsWith(expected)) return `${type || 'no type'} instead of ${expected}`
    if (expected !== 'application/json') return null
    const reference = String(content[expected]?.schema.$ref).split('/').at(-1) ?? ''
    const result = schemaOf(reference).safeParse(parseJson(text))
    if (result.success) return null
    const [issue] = result.error.issues
    return `${status} is no ${reference}: ${issue?.path.join('.')} ${issue?.message}`
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

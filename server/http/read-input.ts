import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type * as z from 'zod/mini'
import { type Endpoint, queryHeader } from '../../contract/endpoint.ts'
import { issueCode } from '../../contract/issues.ts'
import { findUnfit, unfitText } from '../../contract/text.ts'
import { Failure, fail, failureResponse, issueAt } from './errors.ts'

/** Bytes; except where an endpoint says otherwise, the longest legitimate body is a contact message. */
const largestOfMost = 64 * 1024

type Parts = { params?: unknown; query?: unknown; body?: unknown }

/** Reads an endpoint's input and checks it against the contract; the first invalid part decides. */
export async function readInput(endpoint: Endpoint, http: Context): Promise<Parts | Failure> {
  const params = http.req.param()
  const query = { ...addressQuery(http), ...(endpoint.discreet && headerQuery(http)) }
  const body = endpoint.body ? await readJson(endpoint, http) : undefined
  if (body instanceof Failure) return body
  // PostgreSQL cannot store NUL, and the other characters are invisible.
  const hidden = findUnfit(params) ?? findUnfit(query) ?? findUnfit(body?.json)
  if (hidden) {
    return fail('invalid_input', { issues: [issueAt(hidden.join('.'), unfitText)] })
  }
  return check(endpoint, { params, query, body: body?.json })
}

/**
 * The query of the address. Not Hono's, which sets each name in an object without a prototype: those are hash tables, and
 * setting and copying one name takes as much as a statement of the database.
 */
function addressQuery({ req: { url } }: Context): Record<string, unknown> {
  const start = url.indexOf('?')
  return start === -1 ? {} : parseQuery(url.slice(start))
}

/** The query, read from a header as if it were in the address. */
function headerQuery(http: Context): Record<string, unknown> {
  return parseQuery(http.req.header(queryHeader) ?? '')
}

/** A field that is named more than once is a list, which no schema takes: one of its values would decide. */
function parseQuery(text: string): Record<string, unknown> {
  const query = new URLSearchParams(text)
  const fields = Object.fromEntries(query)
  if (Object.keys(fields).length === query.size) return fields
  const read = (name: string) => (query.getAll(name).length > 1 ? query.getAll(name) : fields[name])
  return Object.fromEntries(Object.keys(fields).map((name) => [name, read(name)]))
}

function check(endpoint: Endpoint, raw: Parts): Parts | Failure {
  const checked: Parts = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    const result = schema.safeParse(raw[part])
    if (!result.success) return invalid(result.error)
    checked[part] = result.data
  }
  return checked
}

function invalid(error: z.core.$ZodError): Failure {
  const issues = error.issues.flatMap((found) =>
    found.code === 'unrecognized_keys'
      ? found.keys.map((key) => issueAt([...found.path, key].join('.'), 'field_unknown'))
      : [issueAt(found.path.join('.'), issueCode(found.message))],
  )
  return fail('invalid_input', { issues })
}

async function readJson(
  { largestBody = largestOfMost }: Endpoint,
  http: Context,
): Promise<{ json: unknown } | Failure> {
  if (!http.req.header('content-type')?.startsWith('application/json')) {
    return fail('unsupported_type')
  }
  // An announced length decides by itself: the middleware would open a stream for every body, which would make
  // a booking half as expensive again (docs/decisions/0006).
  const announced = http.req.header('content-length')
  if (Number(announced) > largestBody) return fail('too_large')
  if (announced === undefined && (await createBodyLimit(largestBody)(http, async () => {})))
    return fail('too_large')
  const text = await http.req.text()
  try {
    return { json: JSON.parse(text) }
  } catch {
    return fail('invalid_input', { message: 'The body is not JSON.' })
  }
}

/** Answers 413 as soon as a body is known to exceed `maxSize` bytes. */
export function createBodyLimit(maxSize: number): MiddlewareHandler {
  return bodyLimit({ maxSize, onError: () => failureResponse(fail('too_large')) })
}

import * as z from 'zod/mini'
import { issueCode } from '../../contract/issues.ts'
import type { Refusal } from '../data/api.ts'

/** What is wrong with a form, by field: a code of the contract, or words for the reader. */
export type Problems<Field extends string> = { [F in Field]?: string | undefined }

/** What a draft says once it is read: what to send, or the first problem of each field. */
export type Checked<Values, Field extends string> =
  | { ok: true; values: Values }
  | { ok: false; problems: Problems<Field> }

export function problemsOf<Values, Field extends string>(
  checked: Checked<Values, Field>,
): Problems<Field> {
  return checked.ok ? {} : checked.problems
}

type Issue = { path: readonly PropertyKey[]; message: string }

/** A check by a schema of the contract. Its codes are worded where they are shown, and turn with the language. */
export function bySchema<S extends z.ZodMiniType, Field extends string>(
  schema: S,
  fields: readonly Field[],
) {
  return (draft: unknown): Checked<z.output<S>, Field> => {
    const result = z.safeParse<S>(schema, draft)
    if (result.success) return { ok: true, values: result.data }
    const issues = result.error.issues.map(({ path, message }) => ({
      path,
      message: issueCode(message),
    }))
    return { ok: false, problems: firstIssues(issues, fields) }
  }
}

/** What the server refused, at the fields it is about; empty where it is about none. */
export function refusedFields<Field extends string>(
  { code, message, issues }: Refusal,
  fields: readonly Field[],
  fieldOf: Readonly<Record<string, Field>> = {},
): Problems<Field> {
  const problems = firstIssues(
    issues.map((issue) => ({ ...issue, path: issue.path.split('.') })),
    fields,
  )
  const field = fieldOf[code]
  if (field !== undefined) problems[field] = message
  return problems
}

function firstIssues<Field extends string>(issues: readonly Issue[], fields: readonly Field[]) {
  const problems: Problems<Field> = {}
  for (const { path, message } of issues) {
    const field = fields.find((name) => path.includes(name))
    if (field !== undefined) problems[field] ??= message
  }
  return problems
}

/** The first field with a problem, in the order of the screen. */
export function firstOf<Field extends string>(
  problems: Problems<Field>,
  fields: readonly Field[],
): Field | undefined {
  return fields.find((field) => problems[field] !== undefined)
}

/** Whether two drafts say the same: plain objects, lists and values. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  const [entries, others] = [Object.entries(one), new Map(Object.entries(other))]
  return (
    Array.isArray(one) === Array.isArray(other) &&
    entries.length === others.size &&
    entries.every(([key, value]) => others.has(key) && isSame(value, others.get(key)))
  )
}

import type * as z from 'zod/mini'
import type { AuditAction } from './audit.ts'
import type { Capability } from './roles.ts'

/**
 * Who may make a call:
 * - `anyone`
 * - `signedIn`: a person we know
 * - `self`: that person, and the `email` in path or query is their own
 * - `owner`: that person, and the record that the call names is their own
 * - `selfOrAdmin`: `self`, or an admin
 * - `{ needs }`: a person of the clinic's staff whose role may do that (contract/roles.ts)
 */
type Access = 'anyone' | 'signedIn' | 'self' | 'owner' | 'selfOrAdmin' | { needs: Capability }

/** What proves who is calling: the bearer token, the session cookie, or either of them. */
type Proof = 'token' | 'session' | 'either'

type Schema = z.ZodMiniType

/** One call that crosses the wire. Paths are Hono's: `/booking/:id`. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** One sentence for the OpenAPI document. */
  summary: string
  access: Access
  proof?: Proof
  /**
   * How the audit names a call by staff. Each such call has a name, or `false` if it changes nothing and
   * shows no personal data.
   */
  audit?: Exclude<AuditAction, 'other'> | false
  /** Only for who has proved within some minutes who they are; else `proof_needed`. */
  recent?: true
  /** Pages send it on their own: it does not count as activity of the session. */
  background?: true
  /** Every refusal carries `success: false`, as accepted calls carry `success: true`. */
  flagsSuccess?: true
  params?: Schema
  query?: Schema
  /**
   * The query names people: our pages send it in the header `molar-query`, form-encoded, since addresses
   * are written down by proxies and browsers. In the address it is read as well.
   */
  discreet?: true
  body?: Schema
  /** Bytes of the longest body, where it is longer than that of most endpoints. */
  largestBody?: number
  /** The body is a form, with a file in this field, instead of JSON. */
  upload?: string
  answer: Schema
  /** What a 200 is instead of JSON. */
  sends?: 'text/event-stream' | 'text/csv' | 'text/calendar'
}

/** Carries the query of a discreet endpoint. */
export const queryHeader = 'molar-query'

/** On every answer while the data is moved to another place: it is shown, and takes no changes. */
export const movingHeader = 'molar-moving'

type PartNames = 'params' | 'query' | 'body'

/** What a caller passes: the parts that the endpoint has, before its schemas transform them. */
export type InputOf<E extends Endpoint> = {
  [Part in PartNames as E[Part] extends Schema ? Part : never]: z.input<Extract<E[Part], Schema>>
}

/** What a handler receives: the same parts, checked and transformed. */
export type CheckedOf<E extends Endpoint> = {
  [Part in PartNames as E[Part] extends Schema ? Part : never]: z.output<Extract<E[Part], Schema>>
}

/** What a call of staff needs; `undefined` for all other calls. */
export function neededFor({ access }: Pick<Endpoint, 'access'>): Capability | undefined {
  return typeof access === 'object' ? access.needs : undefined
}

export type AnswerOf<E extends Endpoint> = z.output<E['answer']>

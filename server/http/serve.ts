import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { Context, Hono } from 'hono'
import type { AuditAction } from '../../contract/audit.ts'
import { type AnswerOf, type CheckedOf, type Endpoint, neededFor } from '../../contract/endpoint.ts'
import type { NoteRefusal } from '../audit/note-refusal.ts'
import type { Act, Note, WriteEntry } from '../audit/write-entry.ts'
import { isReferenceRefused } from '../db/constraint.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import type { Caller, CallerFinder } from '../identity/caller.ts'
import type { ProofGate } from '../identity/proof-gate.ts'
import { identify, mayCall, mayName } from './access.ts'
import { clientAddress, type ProxyTrust } from './client-address.ts'
import type { Limits } from './count-limits.ts'
import { Failure, fail, failureResponse } from './errors.ts'
import { logWith } from './observe.ts'
import { readInput } from './read-input.ts'
import { Lasting, type Repeats } from './repeat-answers.ts'
import { type Answer, chooseEncoding, type ReadHeader, respondWith } from './send-content.ts'

type ActionOf<E extends Endpoint> = Extract<E['audit'], AuditAction>

/** A handler's parameter: the checked input, the caller, and Hono's context for the rest. */
type Call<E extends Endpoint> = CheckedOf<E> & {
  caller: E['access'] extends 'anyone' ? null : Caller
  http: Context
  /** For the audit: the subject of a staff call, where its address does not name it. */
  note: (note: Note<ActionOf<E>>) => void
}

/** A handler returns the contract's answer, a `Failure`, or its own response. */
type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<AnswerOf<E> | Lasting<AnswerOf<E>> | Failure | Response>

export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

type Needs = {
  callers: CallerFinder
  proofs: ProofGate
  audit: WriteEntry
  noteRefusal: NoteRefusal
  limits: Limits
  repeats: Pick<Repeats, 'answer'>
  config: { publicUrl: string; trustProxy: ProxyTrust }
}

/**
 * Adds endpoints of the contract to the app. A handler only gets requests that pass its access rule, schemas
 * and limits; an answer only has fields of its schema; and the audit records what staff change or see.
 */
export function createServe(app: Hono, needs: Needs): Serve {
  const { callers, proofs, audit, noteRefusal, limits, repeats, config } = needs
  const publicOrigin = new URL(config.publicUrl).origin
  const findCaller = async (
    endpoint: Endpoint,
    http: Context,
  ): Promise<Caller | null | Failure> => {
    const crowded = limits.admitCall(http)
    if (crowded || endpoint.access === 'anyone') return crowded
    const caller = await identify(endpoint, http, callers, publicOrigin)
    if (caller instanceof Failure || mayCall(endpoint, caller)) return caller
    await noteRefusal(endpoint, caller, clientAddress(http, config.trustProxy))
    return fail('forbidden')
  }
  const admit = async <E extends Endpoint>(
    endpoint: E,
    http: Context,
    count: ReturnType<Limits['admit']>,
  ) => {
    const caller = await findCaller(endpoint, http)
    if (caller instanceof Failure) return caller
    const input = await readInput(endpoint, http)
    if (input instanceof Failure) return input
    if (!mayName(endpoint.access, caller, input)) return fail('forbidden')
    const unproved = caller && (await proofs(endpoint, caller, mayName('self', caller, input)))
    const refusal = unproved ?? (count && (await count(http, caller)))
    if (refusal) return refusal
    // Live updates cause reads, so reads do not count as activity; a page with an active reader reports it
    // periodically.
    if (caller && endpoint.method !== 'GET' && !endpoint.background) {
      await callers.noteActivity(caller)
    }
    // The parts were checked against this endpoint's schemas just above.
    return { ...input, caller: caller as Call<E>['caller'], http, note: noNote } as Call<E>
  }
  const handleAudited = async <E extends Endpoint>(
    { endpoint, action }: { endpoint: E; action: AuditAction },
    call: Call<E>,
    handler: Handler<E>,
  ) => {
    const { http, caller } = call
    const { email = '', sessionId = '' } = caller ?? {}
    const address = clientAddress(http, config.trustProxy)
    const act = { actor: email, sessionId, action, address, ...aboutOf(call) }
    const close = await audit({ ...act, isLook: endpoint.method === 'GET' })
    let note: Note = {}
    call.note = (added) => {
      note = added
    }
    try {
      const outcome = await handler(call)
      await close(statusOf(outcome), note)
      return outcome
    } catch (fault) {
      await close(fault instanceof DatabaseUnavailable ? 503 : 500, note)
      throw fault
    }
  }
  /** An account that is deleted during a call of its own gets the same answer as at its next one. */
  const refuseEnded =
    <E extends Endpoint>(endpoint: E, handler: Handler<E>): Handler<E> =>
    async (call) => {
      try {
        return await handler(call)
      } catch (fault) {
        if (endpoint.access === 'anyone' || !isReferenceRefused(fault)) throw fault
        const caller = await identify(endpoint, call.http, callers, publicOrigin)
        if (caller instanceof Failure) return caller
        throw fault
      }
    }
  return (endpoint, plain) => {
    const action = neededFor(endpoint) !== undefined && endpoint.audit
    const count = limits.admit(endpoint)
    const handler = refuseEnded(endpoint, plain)
    app.on(endpoint.method, endpoint.path, async (http) => {
      const call = await admit(endpoint, http, count)
      if (call instanceof Failure) return respond(endpoint, call, http, repeats)
      const outcome = await (action
        ? handleAudited({ endpoint, action }, call, handler)
        : handler(call))
      return respond(endpoint, outcome, http, repeats)
    })
  }
}

function respond(endpoint: Endpoint, outcome: unknown, http: Context, repeats: Needs['repeats']) {
  if (outcome instanceof Failure) {
    logWith(http, { code: outcome.body.code })
    return refuse(endpoint, outcome)
  }
  if (outcome instanceof Lasting) return answerLasting(endpoint, outcome, http, repeats)
  if (!(outcome instanceof Response)) return answer(endpoint, outcome, http)
  return http.req.method === 'HEAD' ? dropBody(outcome) : outcome
}

/**
 * Hono answers HEAD as GET and drops the body. A streamed body must be cancelled, or its resources (one of the
 * live streams, a cursor) stay taken.
 */
async function dropBody(response: Response): Promise<Response> {
  await response.body?.cancel()
  return response
}

const noNote = (): void => {}

function statusOf(outcome: unknown): number {
  if (outcome instanceof Failure || outcome instanceof Response) return outcome.status
  return 200
}

/**
 * The subject that a call's address names: the id or e-mail in its path, the filters or search of its query.
 */
function aboutOf(call: object): Pick<Act, 'subject' | 'data'> {
  const { params, query } = call as { params?: object; query?: object }
  const named: Record<string, unknown> = { ...query, ...params }
  const { limit: _, after: __, search, ...asked } = named
  const data = search === undefined ? null : { search: String(search) }
  return { subject: Object.values(asked).join(' '), data }
}

function refuse({ flagsSuccess }: Endpoint, failure: Failure): Response {
  const { status, body, retryAfterSeconds } = failure
  if (!flagsSuccess) return failureResponse(failure)
  return failureResponse(new Failure(status, { success: false, ...body }, retryAfterSeconds))
}

const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' }
/**
 * Characters; a shorter answer fits two packets uncompressed, and compressing costs as much as the whole call.
 */
const leastCompressed = 2048
/**
 * Characters; for a shorter answer compressing takes less than asking another thread, which may be hashing a
 * password.
 */
const leastBeside = 16 * 1024
const compress = promisify(gzip)

function answer(endpoint: Endpoint, outcome: unknown, http: Context): Response | Promise<Response> {
  const made = make(endpoint, outcome, readsHeaders(http))
  return made instanceof Promise ? made.then(respondWith) : respondWith(made)
}

async function answerLasting(
  endpoint: Endpoint,
  { value, holds, made }: Lasting<unknown>,
  http: Context,
  repeats: Needs['repeats'],
): Promise<Response> {
  const header = readsHeaders(http)
  const encoding = encodingOf(header)
  const known = made.get(encoding) ?? make(endpoint, value, header)
  made.set(encoding, known)
  return repeats.answer(http, await known, { holds, variant: encodingOf })
}

function make(endpoint: Endpoint, outcome: unknown, header: ReadHeader): Answer | Promise<Answer> {
  const text = write(endpoint, outcome)
  const isLong = endpoint.method === 'GET' && text.length >= leastCompressed
  if (!isLong || !encodingOf(header)) return plainJson(text)
  return text.length < leastBeside ? packedJson(gzipSync(text)) : compress(text).then(packedJson)
}

function write(endpoint: Endpoint, outcome: unknown): string {
  const checked = endpoint.answer.safeParse(outcome)
  if (!checked.success) throw new Error(`${endpoint.path} answered outside its contract`)
  return JSON.stringify(checked.data)
}

const readsHeaders =
  ({ req }: Context): ReadHeader =>
  (name) =>
    req.header(name)

/** The encoding of a long answer of a call; empty where it is not compressed. */
function encodingOf(header: ReadHeader): string {
  return chooseEncoding(header('accept-encoding'), ['gzip']) ?? ''
}

/** Uncompressed JSON. */
export function plainJson(text: string): Answer {
  return { status: 200, body: text, headers: jsonHeaders }
}

function packedJson(packed: Uint8Array<ArrayBuffer>): Answer {
  const headers = { ...jsonHeaders, 'content-encoding': 'gzip', vary: 'accept-encoding' }
  return { status: 200, body: packed, headers }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { endpoints } from '../../contract/endpoints.ts'
import type { Deps } from '../app.ts'
import { clientAddress, type ProxyTrust } from '../client-address.ts'
import { Failure, fail, failTooMany, failureResponse } from '../errors.ts'
import { readInput } from '../read-input.ts'
import type { Serve } from '../serve.ts'
import { admitCall } from './admit-call.ts'
import { clientAddressHeader } from './better-auth.ts'
import { issueToken } from './issue-token.ts'

const basePath = '/api/auth'

export function identityRoutes(app: Hono, serve: Serve, deps: Deps): void {
  app.all(`${basePath}/*`, async (http) => {
    const request = await readCall(http, deps.config.trustProxy)
    if (request instanceof Failure) return failureResponse(request)
    const [response] = await Promise.all([deps.auth.handler(request), shortestAnswer(http)])
    if (http.req.method === 'POST') deps.outbox.wake()
    return response.status < 400 ? uncached(response) : refusal(response)
  })

  serve(endpoints.exchangeToken, async ({ caller }) => {
    return (await issueToken(deps, caller.sessionId)) ?? fail('unauthenticated')
  })
}

/** A reset writes for a known address and reads for an unknown one: both take as long as this. */
function shortestAnswer(http: Context): Promise<void> | undefined {
  return http.req.path === `${basePath}/request-password-reset` ? wait(250) : undefined
}

/** The request as better-auth gets it: fields we know, and the client's address as we see it. */
async function readCall(http: Context, trustProxy: ProxyTrust): Promise<Request | Failure> {
  const { method, url, path } = http.req
  const call = admitCall(method, path.slice(basePath.length))
  if (!call) return fail('not_found')
  const input = await readInput(call, http)
  if (input instanceof Failure) return input
  const headers = new Headers(http.req.raw.headers)
  headers.set(clientAddressHeader, clientAddress(http, trustProxy))
  for (const name of ['content-length', 'content-type']) headers.delete(name)
  if (!call.body) return new Request(url, { method, headers })
  headers.set('content-type', 'application/json')
  return new Request(url, { method, headers, body: JSON.stringify(input.body) })
}

const ProviderError = z.object({ code: z.string(), message: z.string() })

/** better-auth's refusals in the shape that all of ours have; its codes and messages stay. */
async function refusal(response: Response): Promise<Response> {
  const { status, headers } = response
  if (status === 429) return failureResponse(failTooMany(Number(headers.get('x-retry-after'))))
  const said = ProviderError.safeParse(await response.json().catch(() => null))
  if (said.success) return failureResponse(new Failure(status, said.data))
  return failureResponse(fail(status === 404 ? 'not_found' : 'invalid_input'))
}

/** Answers are about one person at one moment. */
function uncached(response: Response): Response {
  const fresh = new Response(response.body, response)
  fresh.headers.set('cache-control', 'no-store')
  return fresh
}

import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { StripeLedger, StripeRefusal } from './stripe-ledger.ts'
import {
  answerBrowser,
  answerServer,
  operationOf,
  type PeerAccount,
  type PeerRequest,
} from './stripe-operations.ts'

/** What goes wrong: the line breaks `before` or `after` the act, or Stripe answers this status. */
type Fault = 'before' | 'after' | number | null

type Answer = { status: number; text: string }
type Peer = PeerAccount & {
  /** What the live keys open; the rest is of test mode. */
  live: Pick<PeerAccount, 'secretKey' | 'publishableKey' | 'ledger'>
  /** Operations as they came, as `POST /v1/refunds`. */
  asked: string[]
  /** Decides what goes wrong with an operation. */
  fault: (operation: string) => Fault
}

export type StripePeer = Awaited<ReturnType<typeof startStripePeer>>

/**
 * A server on loopback that behaves towards us as Stripe's API: it keeps state, honours idempotency
 * keys, signs events, and holds what our server asks to Stripe's published description
 * (`stripe-description.ts`). It answers browsers too. It is no Stripe: what passes here has not met
 * the real one.
 */
export async function startStripePeer(now: () => Date = () => new Date()) {
  const modeOf = (mode: 'test' | 'live') => ({
    secretKey: `sk_${mode}_${randomBytes(8).toString('hex')}`,
    publishableKey: `pk_${mode}_${randomBytes(8).toString('hex')}`,
    ledger: new StripeLedger(now, mode === 'live'),
  })
  const live = modeOf('live')
  const peer: Peer = {
    ...modeOf('test'),
    live,
    violations: [],
    asked: [],
    fault: () => null,
  }
  peer.ledger.other = live.ledger
  live.ledger.other = peer.ledger
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`
  const keys = new Map<string, Answer & { asked: string }>()
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming)
    const fault = peer.fault(operationOf(request).operation ?? request.pathname)
    const answer = fault === 'before' ? null : respond(peer, keys, request, fault)
    if (answer && fault !== 'after') send(response, answer)
    else incoming.socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = {
    STRIPE_SECRET_KEY: peer.secretKey,
    STRIPE_PUBLISHABLE_KEY: peer.publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: url,
  }
  return Object.assign(peer, {
    url,
    /** What points a portal here. */
    settings,
    /** A webhook's call as Stripe would sign it. */
    sign: (event: object) => sign(event, webhookSecret),
    stop: () => close(server),
  })
}

async function readRequest(incoming: IncomingMessage): Promise<PeerRequest> {
  const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://peer')
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const method = incoming.method ?? ''
  const form = method === 'GET' ? String(searchParams) : Buffer.concat(chunks).toString()
  return { method, pathname, headers: incoming.headers, form }
}

/** Answered before anything is done: with the same key it is not repeated. */
const beforeTheAct = [401, 409, 429]

/**
 * Acts, or repeats what the same key was answered before, errors as well
 * (docs.stripe.com/api/idempotent_requests).
 */
function respond(
  peer: Peer,
  keys: Map<string, Answer & { asked: string }>,
  request: PeerRequest,
  fault: Fault,
): Answer {
  peer.asked.push(operationOf(request).operation ?? `${request.method} ${request.pathname}`)
  const error = typeof fault === 'number' && errorOf(fault, { type: 'api_error', message: 'Down.' })
  if (error && beforeTheAct.includes(error.status)) return error
  const key = request.method === 'POST' ? String(request.headers['idempotency-key'] ?? '') : ''
  const asked = `${request.pathname} ${request.form}`
  const known = keys.get(key)
  if (known && known.asked !== asked) {
    return errorOf(400, { type: 'idempotency_error', message: 'Other parameters.' })
  }
  const answer = known ?? (error || act(peer, request))
  if (key) keys.set(key, { ...answer, asked })
  return answer
}

function act(peer: Peer, request: PeerRequest): Answer {
  const { operation } = operationOf(request)
  const browserKey = new URLSearchParams(request.form).get('key')
  const fromBrowser = !operation || browserKey !== null
  const { live, ...test } = peer
  const isLive =
    request.headers.authorization === `Bearer ${live.secretKey}` ||
    browserKey === live.publishableKey
  const account = isLive ? { ...test, ...live } : test
  try {
    const said = fromBrowser
      ? answerBrowser(account, request)
      : answerServer(account, request, operation)
    return { status: 200, text: JSON.stringify(said) }
  } catch (error) {
    if (error instanceof StripeRefusal) return errorOf(error.status, error.body)
    throw error
  }
}

function errorOf(status: number, error: object): Answer {
  return { status, text: JSON.stringify({ error }) }
}

function send(response: ServerResponse, { status, text }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    // Off it goes on trying after what it takes for a passing fault.
    ...(status >= 500 && { 'stripe-should-retry': 'false' }),
  })
  response.end(text)
}

function sign(event: object, secret: string) {
  const body = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret })
  return { body, headers: { 'stripe-signature': signature } }
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export const twilioAccount = {
  account: `AC${'1'.repeat(32)}`,
  token: 'a token',
  from: '+17185550199',
}

/** A refusal as Twilio documents it: a status, and a code with a sentence in the body. */
type Refusal = { status: number; code: number; message: string }
type Answer = 'take' | 'hang up' | 'take and hang up' | 'take and answer by a gateway' | Refusal

export const refusals = {
  optedOut: { status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' },
  landline: { status: 400, code: 21614, message: "'To' number is not a valid mobile number" },
  wrongSender: { status: 400, code: 21606, message: "The 'From' phone number is not valid" },
  tooMany: { status: 429, code: 20429, message: 'Too Many Requests' },
  down: { status: 503, code: 20503, message: 'Service is unavailable' },
} as const satisfies Record<string, Refusal>

/** Twilio's Messages resource on loopback: keeps what it takes; `answer` says what it does next. */
export async function startTwilio() {
  const peer = {
    texts: [] as { to: string; from: string; body: string }[],
    answer: 'take' as Answer,
  }
  const server = createServer(async (incoming, response) => {
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const fault = faultOf(incoming)
    if (fault) return send(fault.status, fault)
    const form = await readForm(incoming)
    const { answer } = peer
    if (answer === 'hang up') return incoming.socket.destroy()
    if (typeof answer === 'object') return send(answer.status, { ...answer, more_info: '' })
    const [to = '', from = '', body = ''] = ['To', 'From', 'Body'].map(
      (name) => form.get(name) ?? '',
    )
    if (!/^\+[1-9]\d{7,14}$/.test(to)) {
      return send(400, { code: 21211, message: "Invalid 'To' Phone Number", status: 400 })
    }
    peer.texts.push({ to, from, body })
    if (answer === 'take and hang up') return incoming.socket.destroy()
    if (answer === 'take and answer by a gateway') {
      response.writeHead(504, { 'content-type': 'text/html' })
      return response.end('<h1>504 Gateway Time-out</h1>')
    }
    return send(201, { sid: `SM${peer.texts.length}`, status: 'queued', error_code: null })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(peer, { apiBase })
}

/** What Twilio says before it reads the form. */
function faultOf({ method, url, headers }: IncomingMessage): Refusal | null {
  const { account, token } = twilioAccount
  if (method !== 'POST' || url !== `/2010-04-01/Accounts/${account}/Messages.json`) {
    return { status: 404, code: 20404, message: 'The requested resource was not found' }
  }
  const proof = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  if (headers.authorization !== proof) return { status: 401, code: 20003, message: 'Authenticate' }
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  return isForm ? null : { status: 415, code: 20415, message: 'Unsupported Media Type' }
}

async function readForm(incoming: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

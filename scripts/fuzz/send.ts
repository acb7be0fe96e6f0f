import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import type { Dice } from '../demo-clinic/dice.ts'

export type Request = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array
  /** Sent in pieces without a length. */
  isChunked?: boolean
}

export type Answer = { status: number; type: string; text: string }

/** Milliseconds after which a request counts as unanswered. */
const patienceMs = 60_000

/** Sends over persistent connections. Rejects if no answer comes. */
export function createSender(origin: string, lanes: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const { hostname, port } = new URL(origin)
  const send = (whole: Request): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { method, path, body } = whole
      const headers = { ...whole.headers, ...framingOf(whole) }
      const options = { agent, hostname, port, method, path, headers, timeout: patienceMs }
      const sent = request(options, (response) => void readAnswer(response).then(resolve, reject))
      sent.once('timeout', () => sent.destroy(new Error(`no answer within ${patienceMs} ms`)))
      // The server may have closed an idle connection at the moment of its reuse.
      const again = () => send(whole).then(resolve, reject)
      sent.once('error', (error) => (sent.reusedSocket ? again() : reject(error)))
      if (!whole.isChunked) return void sent.end(body)
      for (const piece of piecesOf(String(body ?? ''))) sent.write(piece)
      sent.end()
    })
  return { send, close: () => agent.destroy() }
}

/** Node would send the pieces of a DELETE without any framing. */
function framingOf({ body, isChunked }: Request): Record<string, string> {
  if (isChunked) return { 'transfer-encoding': 'chunked' }
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
}

/** For a live stream only its beginning. */
async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const { statusCode: status = 0, headers } = response
  const type = headers['content-type'] ?? ''
  if (type.startsWith('text/event-stream')) {
    response.destroy()
    return { status, type, text: '' }
  }
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status, type, text: Buffer.concat(chunks).toString() }
}

function piecesOf(text: string): string[] {
  const middle = Math.floor(text.length / 2)
  return [text.slice(0, 1), text.slice(1, middle), text.slice(middle)].filter(Boolean)
}

const nul = String.fromCharCode(0)
const lines = [
  'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  'GET  /service HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /service HTTP/1.1\r\n\r\n',
  'GET /service HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
  `GET /${nul}${nul} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'GET http://[::1/ HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /%zz/%e0%80 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET //service HTTP/1.1\r\nHost: :::\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'TRACE /service HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT clinic.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /available/changes?date=2027-01-04 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n',
  'POST /vitals HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /vitals HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n',
  'POST /vitals HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: -1\r\n\r\n{}',
  'POST /vitals HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}GET /service HTTP/1.1\r\nHost: x\r\n\r\n',
  `GET /service HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
  `GET /service HTTP/1.1\r\nHost: x\r\nCookie: ${'a=b; '.repeat(2000)}\r\n\r\n`,
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
]

/**
 * Sends malformed HTTP and closes the connection after the answer, if there is one. Returns its status, 0 for a
 * connection that ended without an answer.
 */
export function sendRaw(origin: string, dice: Dice): Promise<{ line: string; status: number }> {
  const line = dice.chance(0.2) ? dice.pick(lines).slice(0, dice.between(1, 40)) : dice.pick(lines)
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let said = ''
    const end = () => {
      socket.destroy()
      resolve({ line, status: Number(/^HTTP\/1.1 (\d+)/.exec(said)?.[1] ?? 0) })
    }
    // The server waits for the rest of an incomplete request for longer than is useful here.
    const patience = setTimeout(end, 300)
    socket.on('data', (chunk) => {
      said += chunk
      if (!/^HTTP\/1.1 \d+/.test(said)) return
      clearTimeout(patience)
      end()
    })
    socket.once('error', end)
    socket.once('close', end)
    socket.end(Buffer.from(line, 'latin1'))
  })
}

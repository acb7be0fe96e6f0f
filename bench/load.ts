import { connect, type Socket } from 'node:net'

const connections = 64

type Asked = {
  method?: string
  path: string
  headers?: Record<string, string> | undefined
  body?: string
}

type Load = {
  /** Requests answered. */
  total: number
  /** Requests a second. */
  rate: number
  /** Milliseconds. */
  p99: number
  longest: number
}

/** Repeats one request for `seconds`, to one server or concurrently to several equivalent ones. */
export function askFor(
  url: string | readonly string[],
  seconds: number,
  headers?: Record<string, string>,
) {
  const { origins, path } = splitUrls(url)
  const text = write({ path, headers })
  let until: number | undefined
  return load(origins, () => {
    until ??= performance.now() + seconds * 1000
    return performance.now() < until ? text : undefined
  })
}

/** Posts each body once. */
export function postEach(
  url: string | readonly string[],
  posts: readonly { body: string; token: string }[],
) {
  const { origins, path } = splitUrls(url)
  const texts = posts.map(({ body, token }) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    return write({ method: 'POST', path, headers, body })
  })
  return load(origins, () => texts.pop())
}

/** Of several the path is that of the first. */
function splitUrls(url: string | readonly string[]): { origins: string[]; path: string } {
  const urls = [url].flat().map((one) => new URL(one))
  return {
    origins: urls.map(({ origin }) => origin),
    path: urls.map(({ pathname, search }) => pathname + search)[0] ?? '/',
  }
}

/**
 * 64 connections that stay open, each with one request at a time. On plain sockets, since the load has
 * only what of the processor the server leaves it. Each connection has had an answer before the clock
 * starts: a server takes one new connection a turn of its event loop, so the last of 64 that come at once
 * wait for as many turns. Several origins get as many of them each. Throws when anything but a 2xx comes back.
 */
async function load(origins: readonly string[], next: () => string | undefined): Promise<Load> {
  const took: number[] = []
  const open = await Promise.all(
    Array.from({ length: connections }, (_, at) =>
      openAnswered(origins[at % origins.length] ?? ''),
    ),
  )
  const started = performance.now()
  await Promise.all(open.map((socket) => ask(socket, next, took)))
  const seconds = (performance.now() - started) / 1000
  took.sort((a, b) => a - b)
  const total = took.length
  const p99 = took[Math.ceil(total * 0.99) - 1] ?? Number.NaN
  return { total, rate: total / seconds, p99, longest: took.at(-1) ?? Number.NaN }
}

function write({ method = 'GET', path, headers = {}, body = '' }: Asked): string {
  const length = body ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  const lines = Object.entries({ host: '127.0.0.1', ...headers, ...length })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`
}

/** A connection over which something cheap was asked and answered. */
async function openAnswered(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  socket.setEncoding('latin1')
  const asked = [write({ path: '/healthz' })]
  await ask(socket, () => asked.pop(), [], 'stays open')
  return socket
}

/** Asks what `next` says, one after the other, until it says nothing more. */
function ask(
  socket: Socket,
  next: () => string | undefined,
  took: number[],
  then: 'ends' | 'stays open' = 'ends',
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0
    let isWaiting = false
    /** What has come of an answer, each byte a character. */
    let come = ''
    const send = () => {
      const text = next()
      isWaiting = text !== undefined
      sentAt = performance.now()
      if (text !== undefined) return socket.write(text)
      if (then === 'ends') return socket.destroy()
      for (const event of ['error', 'close', 'data']) socket.removeAllListeners(event)
      return resolve()
    }
    socket.once('error', reject)
    socket.once('close', () => {
      if (isWaiting) reject(new Error('A connection ended before its answer'))
      else resolve()
    })
    socket.on('data', (part: string) => {
      come += part
      const headEnd = come.indexOf('\r\n\r\n')
      if (headEnd < 0 || come.length < headEnd + 4 + lengthOf(come.slice(0, headEnd))) return
      if (!come.startsWith('HTTP/1.1 2')) {
        socket.destroy(new Error(`It was answered ${come}`))
        return
      }
      took.push(performance.now() - sentAt)
      come = ''
      send()
    })
    if (socket.connecting) socket.once('connect', send)
    else send()
  })
}

function lengthOf(head: string): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without a length: ${head}`)
  return Number(length)
}

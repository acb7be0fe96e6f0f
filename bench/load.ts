import { connect } from 'node:net'

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

/** The same request again and again for so many seconds. */
export function askFor(url: string, seconds: number, headers?: Record<string, string>) {
  const { origin, pathname, search } = new URL(url)
  const text = write({ path: pathname + search, headers })
  let until: number | undefined
  return load(origin, () => {
    until ??= performance.now() + seconds * 1000
    return performance.now() < until ? text : undefined
  })
}

/** Posts each body once. */
export function postEach(url: string, posts: readonly { body: string; token: string }[]) {
  const { origin, pathname: path } = new URL(url)
  const texts = posts.map(({ body, token }) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    return write({ method: 'POST', path, headers, body })
  })
  return load(origin, () => texts.pop())
}

/**
 * 64 connections that stay open, each with one request at a time. On plain sockets, since the load has
 * only what of the processor the server leaves it. Throws when anything but a 2xx comes back.
 */
async function load(origin: string, next: () => string | undefined): Promise<Load> {
  const took: number[] = []
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, () => ask(origin, next, took)))
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

function ask(origin: string, next: () => string | undefined, took: number[]): Promise<void> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let sentAt = 0
    let isWaiting = false
    /** What has come of an answer, each byte a character. */
    let come = ''
    const send = () => {
      const text = next()
      isWaiting = text !== undefined
      if (text === undefined) return socket.destroy()
      sentAt = performance.now()
      return socket.write(text)
    }
    socket.setEncoding('latin1')
    socket.once('connect', send).once('error', reject)
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
  })
}

function lengthOf(head: string): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without a length: ${head}`)
  return Number(length)
}

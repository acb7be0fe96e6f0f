import { Agent, request } from 'node:http'

/** One call to the clinic of a host that no name server knows. */
export type Call = { host: string; path: string; body?: string; token?: string }

/**
 * Returns the calls per second over `connections` open connections: each call once, or, if `seconds` is
 * given, all in a loop for that long. Throws if one is not answered by 200.
 */
export async function askAll(
  origin: string,
  calls: readonly Call[],
  { connections, seconds }: { connections: number; seconds?: number },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const started = performance.now()
  const isOver = (at: number) =>
    seconds === undefined ? at >= calls.length : performance.now() - started > seconds * 1000
  let at = 0
  const sender = async () => {
    while (!isOver(at)) {
      const next = calls[at % calls.length]
      at += 1
      if (next) await send(origin, agent, next)
    }
  }
  await Promise.all(Array.from({ length: connections }, sender))
  agent.destroy()
  return at / ((performance.now() - started) / 1000)
}

/** One call after the other, once. */
export async function millisecondsEach(origin: string, calls: readonly Call[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const took: number[] = []
  for (const call of calls) {
    const started = performance.now()
    await send(origin, agent, call)
    took.push(performance.now() - started)
  }
  agent.destroy()
  return took
}

function send(origin: string, agent: Agent, { host, path, body, token }: Call): Promise<void> {
  const headers = {
    host,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
  }
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { agent, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.once('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${host}${path} answered ${response.statusCode}: ${text}`))
      })
    })
    sent.once('error', reject).end(body)
  })
}

import { Agent, request } from 'node:http'
import autocannon from 'autocannon'

export const connections = 64

/** Requests a second over `seconds`; throws when anything but a 2xx comes back. */
export async function requestsPerSecond(url: string, seconds: number): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds })
  if (result.non2xx + result.errors > 0) throw new Error(`${url} failed under load`)
  return result.requests.total / result.duration
}

/** Sends each body once over 64 connections that stay open; bodies accepted a second. */
export async function postsPerSecond(
  url: string,
  posts: { body: string; token: string }[],
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const waiting = [...posts]
  const started = performance.now()
  const sender = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const status = await post(url, agent, next)
      if (status !== 200) throw new Error(`A booking was answered ${status}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, sender))
  agent.destroy()
  return posts.length / ((performance.now() - started) / 1000)
}

function post(url: string, agent: Agent, { body, token }: { body: string; token: string }) {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    authorization: `Bearer ${token}`,
  }
  return new Promise<number | undefined>((resolve, reject) => {
    const sent = request(url, { agent, method: 'POST', headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    })
    sent.once('error', reject).end(body)
  })
}

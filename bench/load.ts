import autocannon from 'autocannon'

export const connections = 64

/** Requests a second over `seconds`; throws when anything but a 2xx comes back. */
export async function requestsPerSecond(url: string, seconds: number): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds })
  if (result.non2xx + result.errors > 0) throw new Error(`${url} failed under load`)
  return result.requests.total / result.duration
}

/** Sends each body once over 64 connections; bodies accepted a second. */
export async function postsPerSecond(
  url: string,
  posts: { body: string; token: string }[],
): Promise<number> {
  let next = 0
  const started = performance.now()
  const result = await autocannon({
    url,
    connections,
    amount: posts.length,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          const post = posts[next % posts.length]
          next += 1
          const headers = {
            'content-type': 'application/json',
            authorization: `Bearer ${post?.token}`,
          }
          return { ...request, headers, body: post?.body ?? '' }
        },
      },
    ],
  })
  const seconds = (performance.now() - started) / 1000
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${result.non2xx} of ${posts.length} bookings were refused`)
  }
  return posts.length / seconds
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

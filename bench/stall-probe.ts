import { createServer } from 'node:http'
import { threadCpuUsage } from 'node:process'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded before the portal: reports on its own port the longest time that the event loop was held since the
 * last report. `wall` is how long others waited; `busy` is this thread's processor time within one turn,
 * which other programs on the machine do not change.
 */
const longest = { wall: 0, busy: 0 }
let at = performance.now()
let used = threadCpuUsage()

function tick(): void {
  const now = performance.now()
  const { user, system } = threadCpuUsage(used)
  longest.wall = Math.max(longest.wall, now - at)
  longest.busy = Math.max(longest.busy, (user + system) / 1000)
  at = now
  used = threadCpuUsage()
  setTimeout(tick, 1)
}
if (isMainThread) tick()

const server = createServer((_, response) => {
  response.end(JSON.stringify(longest))
  longest.wall = 0
  longest.busy = 0
})
if (isMainThread) server.listen(Number(process.env.PROBE_PORT), '127.0.0.1')

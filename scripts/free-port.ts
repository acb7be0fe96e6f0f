import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Below those that Linux, macOS and Windows give to connections and to servers that ask for any port. */
const [first, end] = [20_000, 32_000]

/**
 * A free port of the loopback. No other caller gets it as long as this process runs, and no server that asks for any
 * port: between this answer and its use nobody takes it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, end)
    const probe = await listenAt('127.0.0.1', port)
    if (!(probe instanceof Error)) {
      probe.close()
      await once(probe, 'close')
      if (await reserve(port)) return port
    }
  }
}

/** Listens at an address of the loopback that nobody uses. macOS has none: there the choice alone keeps callers apart. */
async function reserve(port: number): Promise<boolean> {
  const held = await listenAt('127.0.0.2', port)
  if (held instanceof Error) return held.code !== 'EADDRINUSE'
  // It ends with the process, and does not keep it from ending.
  held.unref()
  return true
}

async function listenAt(host: string, port: number): Promise<Server | NodeJS.ErrnoException> {
  const server = createServer((socket) => socket.destroy())
  return new Promise((resolve) => {
    server.once('error', resolve)
    server.listen(port, host, () => resolve(server))
  })
}

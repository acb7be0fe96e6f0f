import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

/** Longest wait for requests in hand when shutting down, in milliseconds. */
const patienceMs = 10_000

export type Listening = {
  /** Takes no further request, finishes those in hand, and resolves. */
  drain(): Promise<void>
}

/** Serves the app at HOST and PORT. Rejects with `StartError` when that address is not to be had. */
export async function listen(app: Hono, { host, port }: Config): Promise<Listening> {
  // Without `createServer` of http2 the adaptor makes a plain http server.
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)))
    server.listen(port, host, resolve)
  })
  return { drain: () => drain(server) }
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(`Port ${port} is in use; stop what uses it or set PORT to another`)
  }
  if (error.code === 'EACCES') return new StartError(`Port ${port} may not be used by this user`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(`HOST ${host} is not an address of this machine`)
  }
  return error
}

async function drain(server: Server): Promise<void> {
  const impatience = setTimeout(() => server.closeAllConnections(), patienceMs)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearTimeout(impatience)
}

import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './client-address.ts'

/** Requests that one connection may send ahead of their answers; browsers and proxies send none. */
const mostWaiting = 32
/** Connections open at once: an office behind one address, each browser with six. */
const mostPerNetwork = 512

type Turn = Parameters<RequestListener>
type Connection = {
  socket: Socket
  current: ServerResponse | undefined
  waiting: Turn[]
  /** What the response in hand calls when it is over; one function a connection. */
  end: () => void
}

/**
 * One request at a time on each connection: the next begins when the answer before it is with the
 * operating system, so a client that sends without reading costs one answer's memory. Left alone Node
 * begins all that a packet holds, some 1,600. `limits` says whether an address is one of many callers
 * rather than a proxy that speaks for all of them.
 */
export function holdConnections(
  server: Server,
  answer: RequestListener,
  limits: (address: string) => boolean,
) {
  const open = new Map<Socket, Connection>()
  const byNetwork = new Map<string, number>()
  let isDraining = false

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = limits(address) ? networkOf(address) : undefined
    if (network !== undefined) {
      const here = (byNetwork.get(network) ?? 0) + 1
      if (here > mostPerNetwork) return socket.destroy()
      byNetwork.set(network, here)
    }
    const connection: Connection = {
      socket,
      current: undefined,
      waiting: [],
      end: () => end(connection),
    }
    open.set(socket, connection)
    socket.once('close', () => {
      open.delete(socket)
      if (network === undefined) return
      const left = (byNetwork.get(network) ?? 1) - 1
      if (left > 0) byNetwork.set(network, left)
      else byNetwork.delete(network)
    })
  })

  server.on('request', (request, response) => {
    const connection = open.get(request.socket)
    // A connection that was cut while its packet was being read.
    if (!connection || connection.socket.destroyed) return
    if (!connection.current) begin(connection, [request, response])
    else if (connection.waiting.push([request, response]) > mostWaiting) request.socket.destroy()
  })

  function begin(connection: Connection, [request, response]: Turn): void {
    connection.current = response
    if (isDraining) response.shouldKeepAlive = false
    response.on('close', connection.end)
    answer(request, response)
  }

  function end(connection: Connection): void {
    connection.current = undefined
    if (connection.socket.destroyed) return
    const next = connection.waiting.shift()
    if (next) begin(connection, next)
    else if (isDraining) connection.socket.destroySoon()
  }

  return {
    /** From here on each answer is the last of its connection, also those in hand. */
    drain(): void {
      isDraining = true
      for (const { socket, current } of open.values()) {
        if (current) current.shouldKeepAlive = false
        // To Node a connection that has not asked yet is not idle.
        else if (socket.bytesRead === 0) socket.destroySoon()
      }
    },
  }
}

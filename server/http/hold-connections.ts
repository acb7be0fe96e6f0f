import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createOwnTurns } from '../own-turn.ts'
import { networkOf } from './client-address.ts'
import { atOnce, type BoundName } from './limits.ts'

type Turn = Parameters<RequestListener>
type Bounds = {
  limits: (address: string) => boolean
  most: number
  note: (name: BoundName) => void
}
type Connection = {
  socket: Socket
  current: ServerResponse | undefined
  waiting: Turn[]
  /** The current response calls this when it ends; one function per connection. */
  end: () => void
}

/**
 * Handles one request at a time per connection: the next starts when the answer before it has been handed to
 * the operating system, so a client that sends without reading costs the memory of one answer. Node by itself
 * starts all requests in a packet, some 1,600. Over all connections, one pipelined request starts per turn of
 * the event loop, so that a client with a single request is answered in between. `limits` says whether an
 * address is one of many callers rather than a proxy for all of them; `note` is called with the limit that
 * was reached.
 *
 * Above `most` connections, the one without a request for longest is closed, so a client that holds
 * connections, or starts requests without ending them, does not exclude others.
 */
export function holdConnections(
  server: Server,
  answer: RequestListener,
  { limits, most, note }: Bounds,
) {
  const open = new Map<Socket, Connection>()
  const byNetwork = new Map<string, number>()
  /** Connections without a request in progress, the longest idle first. */
  const idle = new Set<Socket>()
  /** Schedules pipelined requests. */
  const inOwnTurn = createOwnTurns()
  let isDraining = false

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = limits(address) ? networkOf(address) : undefined
    if (network !== undefined) {
      const here = (byNetwork.get(network) ?? 0) + 1
      if (here > atOnce.connections_of_network.most) {
        note('connections_of_network')
        return socket.destroy()
      }
      byNetwork.set(network, here)
    }
    if (open.size >= most) makeRoom()
    const connection: Connection = {
      socket,
      current: undefined,
      waiting: [],
      end: () => end(connection),
    }
    open.set(socket, connection)
    idle.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      idle.delete(socket)
      if (network === undefined) return
      const left = (byNetwork.get(network) ?? 1) - 1
      if (left > 0) byNetwork.set(network, left)
      else byNetwork.delete(network)
    })
  })

  server.on('request', (request, response) => {
    const connection = open.get(request.socket)
    // The connection was cut while its packet was being read.
    if (!connection || connection.socket.destroyed) return
    const isFree = !connection.current && connection.waiting.length === 0
    if (isFree) begin(connection, [request, response])
    else if (connection.waiting.push([request, response]) > atOnce.requests_ahead.most) {
      note('requests_ahead')
      request.socket.destroy()
    }
  })

  function begin(connection: Connection, [request, response]: Turn): void {
    connection.current = response
    idle.delete(connection.socket)
    if (isDraining) response.shouldKeepAlive = false
    response.on('close', connection.end)
    answer(request, response)
  }

  function end(connection: Connection): void {
    connection.current = undefined
    if (connection.socket.destroyed) return
    if (connection.waiting.length > 0) inOwnTurn(() => beginAhead(connection))
    else if (isDraining) connection.socket.destroySoon()
    else idle.add(connection.socket)
  }

  function beginAhead(connection: Connection): void {
    const next = connection.waiting.shift()
    if (next && !connection.socket.destroyed) begin(connection, next)
  }

  function makeRoom(): void {
    note('connections')
    const [longest] = idle
    longest?.destroy()
  }

  return {
    /** From here on each answer is the last of its connection, including those in progress. */
    drain(): void {
      isDraining = true
      for (const { current } of open.values()) if (current) current.shouldKeepAlive = false
    },
    /** Those without a request in progress, also where its headers have come in part. */
    closeIdle(): void {
      for (const socket of idle) socket.destroySoon()
    },
  }
}

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
  /** What the response in hand calls when it is over; one function a connection. */
  end: () => void
}

/**
 * One request at a time on each connection: the next begins when the answer before it is with the
 * operating system, so a client that sends without reading costs one answer's memory. Left alone Node
 * begins all that a packet holds, some 1,600. Of all that was sent ahead, on whichever connection, one
 * request begins in a turn of the event loop: between two of them whoever asks for one thing is
 * answered. `limits` says whether an address is one of many callers
 * rather than a proxy that speaks for all of them; `note` is told which bound was reached.
 *
 * Where `most` are open, the one that has been without a request for longest makes room for the next, so
 * who holds connections, or begins requests and does not end them, keeps nobody out.
 */
export function holdConnections(
  server: Server,
  answer: RequestListener,
  { limits, most, note }: Bounds,
) {
  const open = new Map<Socket, Connection>()
  const byNetwork = new Map<string, number>()
  /** Without a request in hand, the longest so first. */
  const idle = new Set<Socket>()
  /** For requests that were sent ahead. */
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
    // A connection that was cut while its packet was being read.
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

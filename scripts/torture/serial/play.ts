import type { Endpoint } from '../../../contract/endpoint.ts'
import { everyEndpoint } from '../../../contract/every-endpoint.ts'
import { createTurns } from '../../../server/identity/passwords/hash-passwords.ts'
import type { Person } from '../../fuzz/people.ts'
import { call, type Reply } from '../clinic.ts'
import type { Scene } from '../scene.ts'
import { findSerialOrder, type Rules, type Timed } from './order.ts'

/**
 * So many calls that hash a password are under way at a time: the portal hashes two, with a lower priority than
 * all else, and cuts the connection of who waits for 45 seconds.
 */
export const inHashTurn = createTurns(8, Number.POSITIVE_INFINITY)

export type EndpointName = keyof typeof everyEndpoint
const endpoints: Readonly<Record<string, Endpoint>> = everyEndpoint

/** How often each caller asks in a burst. */
const callsOfLane = 12

/** Some operations that share what stands, and how they go one after the other. */
export type Family<Call, State> = {
  name: string
  rules: Rules<Call, State>
  start: State
  /** One call that somebody makes, on what somebody saw last. */
  act(play: Play<Call>): Promise<void>
  /** Reads everything once, so that the next burst begins with what is known. */
  readAll(play: Play<Call>): Promise<void>
  /** What the next burst begins with, out of what stands. */
  keep?(state: State): State
}

export type Asked = {
  endpoint: EndpointName
  by: Person | null
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

export type Play<Call> = {
  scene: Scene
  /** Makes a call, and writes down what `tell` says of its answer and when that was. */
  ask(asked: Asked, tell: (reply: Reply, answer: string) => Call[]): Promise<void>
  /** The same of what is none of our own endpoints; `null` where no answer came. */
  timed<Found>(
    act: (origin: string) => Promise<Found | null>,
    tell: (found: Found) => Call[],
  ): Promise<void>
}

function addressOf({ endpoint, params = {}, query }: Asked): { method: string; path: string } {
  const { method, path } = endpoints[endpoint] ?? {}
  if (!method || !path) throw new Error(`There is no endpoint ${endpoint}`)
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  return { method, path: query ? `${filled}?${new URLSearchParams(query)}` : filled }
}

function hasPassword({ body }: Asked): boolean {
  return typeof body === 'object' && body !== null && ('password' in body || 'newPassword' in body)
}

function answerOf(reply: Reply): string {
  return reply.status === 200 ? 'ok' : String(reply.body.code ?? reply.body.reason ?? reply.status)
}

/** One family's calls, burst after burst; `done` counts how often each endpoint was answered with yes. */
export function createPlayer<Call, State>(scene: Scene, family: Family<Call, State>) {
  const { name, rules, act, readAll, keep = (state: State) => state } = family
  const done = new Map<string, number>()
  let state = family.start
  let history: Timed<Call>[] = []
  const play: Play<Call> = {
    scene,
    async timed(act, tell) {
      const { origin } = scene.dice.pick(scene.servers)
      const from = performance.now()
      const found = await act(origin)
      const until = performance.now()
      if (found === null) throw new Error('What is no endpoint of ours was not answered')
      for (const said of tell(found)) history.push({ call: said, from, until })
    },
    async ask(asked, tell) {
      const { method, path } = addressOf(asked)
      const send = () =>
        play.timed(
          async (origin) => {
            const reply = await call(scene.clinic, origin, [method, path, asked.by, asked.body])
            if (reply === null) throw new Error(`${method} ${path} was not answered`)
            return reply
          },
          (reply) => {
            const answer = answerOf(reply)
            if (answer === 'ok') done.set(asked.endpoint, (done.get(asked.endpoint) ?? 0) + 1)
            return tell(reply, answer)
          },
        )
      await (hasPassword(asked) ? inHashTurn(send) : send())
    },
  }
  return {
    done,
    /** So many callers at a time; answers how many answers were checked, and what fits nowhere. */
    async burst(lanes: number): Promise<{ checked: number; violations: string[] }> {
      history = []
      const lane = async () => {
        for (let count = 0; count < callsOfLane; count += 1) await act(play)
      }
      await Promise.all(Array.from({ length: lanes }, lane))
      await readAll(play)
      const found = findSerialOrder(history, state, rules)
      const checked = history.length
      if (found.ok) {
        state = keep(found.state)
        return { checked, violations: [] }
      }
      return { checked, violations: [`${name}: no serial order: ${JSON.stringify(found.stuck)}`] }
    },
  }
}
export type Player = ReturnType<typeof createPlayer>

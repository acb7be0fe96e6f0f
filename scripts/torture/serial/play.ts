import type { Endpoint } from '../../../contract/endpoint.ts'
import { everyEndpoint } from '../../../contract/every-endpoint.ts'
import { createTurns } from '../../../server/identity/passwords/hash-passwords.ts'
import type { Person } from '../../fuzz/people.ts'
import { call, type Reply } from '../clinic.ts'
import type { Scene } from '../scene.ts'
import { findSerialOrder, type Rules, type Timed } from './order.ts'

/**
 * Limits concurrent calls that hash a password: the portal hashes two at a time, at a lower priority than all
 * else, and cuts a connection after 45 seconds.
 */
export const inHashTurn = createTurns(8, Number.POSITIVE_INFINITY)

export type EndpointName = keyof typeof everyEndpoint
const endpoints: Readonly<Record<string, Endpoint>> = everyEndpoint

/** Calls of each caller in a burst. */
const callsOfLane = 12

/** Operations that share a state, and their sequential rules. */
export type Family<Call, State> = {
  name: string
  rules: Rules<Call, State>
  start: State
  /** One call, based on what a caller saw last. */
  act(play: Play<Call>): Promise<void>
  /** Reads everything once, so that the next burst begins with a known state. */
  readAll(play: Play<Call>): Promise<void>
  /** The part of the state with which the next burst begins. */
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
  /** Makes a call, and records its time and the answer as `describe` reads it. */
  ask(asked: Asked, describe: (reply: Reply, answer: string) => Call[]): Promise<void>
  /** The same for a call that is none of our own endpoints; `null` where no answer came. */
  timed<Found>(
    act: (origin: string) => Promise<Found | null>,
    describe: (found: Found) => Call[],
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

/** One family's calls, burst after burst; `done` counts how often each endpoint succeeded. */
export function createPlayer<Call, State>(scene: Scene, family: Family<Call, State>) {
  const { name, rules, act, readAll, keep = (state: State) => state } = family
  const done = new Map<string, number>()
  let state = family.start
  let history: Timed<Call>[] = []
  const play: Play<Call> = {
    scene,
    async timed(act, describe) {
      const { origin } = scene.dice.pick(scene.servers)
      const from = performance.now()
      const found = await act(origin)
      const until = performance.now()
      if (found === null) throw new Error('What is no endpoint of ours was not answered')
      for (const recorded of describe(found)) history.push({ call: recorded, from, until })
    },
    async ask(asked, describe) {
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
            return describe(reply, answer)
          },
        )
      await (hasPassword(asked) ? inHashTurn(send) : send())
    },
  }
  return {
    done,
    /**
     * Runs a burst with this many concurrent callers; returns the number of checked answers, and the calls that
     * fit nowhere.
     */
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

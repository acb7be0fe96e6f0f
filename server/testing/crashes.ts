import type { KyselyPlugin } from 'kysely'
import type { Database } from '../db/database.ts'
import { type PaymentProvider, ProviderUnavailable } from '../payments/provider.ts'

/** The server died here. */
export class Crash extends Error {}

export type Weather = {
  /** How many steps the server still takes before it dies; `null` when it lives on. */
  stepsToCrash: number | null
  /** How many calls to the provider from now the line breaks, and on which side of the act. */
  breaks: { after: number; side: 'before' | 'after' } | null
}

/** Counts what a server does, statement by statement and call by call, and kills it in between. */
export function createFate() {
  const weather: Weather = { stepsToCrash: null, breaks: null }
  let dead = false
  const step = () => {
    if (weather.stepsToCrash !== null && weather.stepsToCrash-- === 0) dead = true
    if (dead) throw new Crash('The server is dead')
  }
  return {
    weather,
    step,
    isDead: () => dead,
    /** Another process in its place, under a clear sky. */
    revive() {
      dead = false
      clear(weather)
    },
    clear: () => clear(weather),
  }
}

type Fate = ReturnType<typeof createFate>

function clear(weather: Weather): void {
  weather.stepsToCrash = null
  weather.breaks = null
}

/** The same database, in the hands of a server that may die before or after every statement. */
export function mortalDatabase(database: Database, fate: Fate): Database {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      fate.step()
      return node
    },
    transformResult: async ({ result }) => {
      fate.step()
      return result
    },
  }
  return { ...database, query: database.query.withPlugin(plugin) }
}

/** The same provider, asked by a server that may die before and after every call, on a bad line. */
export function mortalLine<P extends PaymentProvider>(provider: P, fate: Fate): P {
  const through =
    <In, Out>(ask: (input: In) => Promise<Out>) =>
    async (input: In): Promise<Out> => {
      fate.step()
      const { breaks } = fate.weather
      const broken = breaks !== null && breaks.after-- === 0 ? breaks.side : null
      if (broken === 'before') throw new ProviderUnavailable('not reached')
      const answer = await ask(input)
      fate.step()
      if (broken === 'after') throw new ProviderUnavailable('no answer')
      return answer
    }
  return {
    ...provider,
    createIntent: through(provider.createIntent),
    readIntent: through(provider.readIntent),
    cancelIntent: through(provider.cancelIntent),
    refund: through(provider.refund),
    readRefund: through(provider.readRefund),
  }
}

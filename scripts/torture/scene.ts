import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../server/db/database.ts'
import { findViolations } from '../../server/db/rules.ts'
import { createDice } from '../demo-clinic/dice.ts'
import { actUntil } from './acts.ts'
import { type Clinic, openClinic } from './clinic.ts'
import { createLedger } from './ledger.ts'

import { type Server, startServer, untilReady } from './server.ts'

/** Where the portal's data is. */
export type Place = { name: 'SQLite' | 'PostgreSQL'; dataDir: string; databaseUrl?: string }

/** One line of the table. */
export type Row = {
  scenario: string
  engine: string
  /** Calls that were sent. */
  attempts: number
  /** Kills, restarts and the like. */
  faults: number
  /** Looks whether something that was acknowledged is there. */
  checked: number
  violations: string[]
}

/** A new folder in memory, unless another is given; where the disk does not matter. */
export function makeFolder(parent = '/dev/shm'): { dataDir: string; remove(): void } {
  const folder = mkdtempSync(join(parent, 'molar-torture-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return { dataDir: join(folder, 'data'), remove }
}

/** Signs the links in the portal's mails. */
export const authSecret = 'a secret of a long and tiring torture'

/** Acts of so many people at a time. */
const lanes = 8

/** A clinic on so many processes of the portal, under load whenever `during` says so. */
export async function openScene(
  place: Place,
  {
    seed,
    processes = 1,
    flags = [],
    settings = {},
  }: {
    seed: number
    processes?: number
    flags?: string[]
    settings?: Record<string, string>
  },
) {
  const dice = createDice(seed)
  const all = {
    ...{ DATA_DIR: place.dataDir, AUTH_SECRET: authSecret },
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
    ...settings,
  }
  const start = () => startServer(all, flags)
  const servers: Server[] = await Promise.all(Array.from({ length: processes }, start))
  for (const server of servers) await untilReady(server)
  const ledger = createLedger()
  const violations: string[] = []
  let faults = 0

  const database = await openDatabase(place)
  let clinic: Clinic
  try {
    clinic = await openClinic(servers[0]?.origin ?? '', { database, ledger, dice })
  } finally {
    await database.close()
  }

  /** Load for so long as `act` takes. */
  async function during(act: () => Promise<void>): Promise<void> {
    let isOver = false
    const origins = () => servers.map(({ origin }) => origin)
    const work = Promise.all(
      Array.from({ length: lanes }, () => actUntil({ clinic, origins, dice }, () => isOver)),
    )
    try {
      await act()
    } finally {
      isOver = true
      violations.push(...(await work).flat())
    }
  }

  /** Looks at the database beside the portal, and lets go of it again. */
  async function check(everything = false): Promise<void> {
    const own = await openDatabase(place)
    try {
      const broken = (await findViolations(own)).map((finding) => JSON.stringify(finding))
      violations.push(...broken, ...(await ledger.findLosses(own, everything)))
    } finally {
      await own.close()
    }
  }

  async function restart(at: number): Promise<void> {
    const fresh = await start()
    servers[at] = fresh
    // One in ten dies once more while it starts.
    if (dice.chance(0.1)) {
      await wait(dice.between(0, 2000))
      await fresh.kill()
      faults += 1
      return restart(at)
    }
    await untilReady(fresh)
  }

  const attempts = () => [...clinic.answers.values()].reduce((sum, count) => sum + count, 0)
  return {
    dice,
    servers,
    clinic,
    during,
    check,
    restart,
    /** Waits until so many more calls were answered, or for twenty seconds. */
    async untilAnswered(count: number): Promise<void> {
      const goal = attempts() + count
      const until = performance.now() + 20_000
      while (attempts() < goal && performance.now() < until) await wait(5)
    },
    countFault: () => {
      faults += 1
    },
    /** Ends the processes, looks at everything once more, and says what came of it. */
    async end(scenario: string): Promise<Row> {
      for (const server of servers) await server.stop()
      await check(true)
      const { name: engine } = place
      return {
        scenario,
        engine,
        attempts: attempts(),
        faults,
        checked: ledger.checked(),
        violations,
      }
    },
    /** What there is so far, for a long run that is interrupted. */
    tell: (scenario: string): Row => ({
      ...{ scenario, engine: place.name, attempts: attempts(), faults },
      ...{ checked: ledger.checked(), violations },
    }),
  }
}
export type Scene = Awaited<ReturnType<typeof openScene>>

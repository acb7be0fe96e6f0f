import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../server/db/database.ts'
import { findViolations } from '../../server/db/rules.ts'
import { createDice, type Dice } from '../demo-clinic/dice.ts'
import { actUntil } from './acts.ts'
import { type Clinic, openClinic } from './clinic.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { makeSites, openSiteDoor } from './many.ts'
import { type Server, startServer, untilReady } from './server.ts'

/** The place of the portal's data. */
export type Place = { name: 'SQLite' | 'PostgreSQL'; dataDir: string; databaseUrl?: string }

/** One line of the result table. */
export type Row = {
  scenario: string
  engine: string
  /** Calls that were sent. */
  attempts: number
  /** Kills, restarts and the like. */
  faults: number
  /** Checks that an acknowledged write is there. */
  checked: number
  violations: string[]
}

/** A new folder in memory, unless another parent is given, for runs that do not depend on the disk. */
export function makeFolder(parent = '/dev/shm'): { dataDir: string; remove(): void } {
  const folder = mkdtempSync(join(parent, 'molar-torture-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return { dataDir: join(folder, 'data'), remove }
}

/** Signs the links in the portal's mails. */
export const authSecret = 'a secret of a long and tiring torture'

/** The number of concurrent callers, over all clinics. */
const lanes = 8

/** A clinic with its ledger. */
type ObservedClinic = {
  clinic: Clinic
  ledger: Ledger
  place: Place
  /** The address of each process. */
  origins: () => string[]
  close: () => void
}

/** One clinic that is the whole installation, or several that share one. */
async function openWards(
  servers: Server[],
  place: Place,
  { dice, settings, clinics }: { dice: Dice; settings: Record<string, string>; clinics: number },
): Promise<() => Promise<ObservedClinic[]>> {
  const origins = () => servers.map(({ origin }) => origin)
  const whole = [{ place, origins, close: () => {} }]
  const sites = clinics > 1 ? await makeSites(settings, clinics) : []
  return async () => {
    const shared = sites.map(async ({ host, databaseUrl }) => {
      const doors = await Promise.all(
        servers.map((_, at) => openSiteDoor(host, () => servers[at]?.origin ?? '')),
      )
      return {
        place: { ...place, databaseUrl },
        origins: () => doors.map(({ origin }) => origin),
        close: () => doors.forEach((door) => void door.close()),
      }
    })
    const found = sites.length > 0 ? await Promise.all(shared) : whole
    const observed: ObservedClinic[] = []
    for (const one of found) {
      const ledger = createLedger()
      const database = await openDatabase(one.place)
      try {
        const clinic = await openClinic(one.origins()[0] ?? '', { database, ledger, dice })
        observed.push({ ...one, clinic, ledger })
      } finally {
        await database.close()
      }
    }
    return observed
  }
}

/** Checks the database beside the portal, and closes it again. */
async function checkClinic(
  { place, ledger }: ObservedClinic,
  everything: boolean,
): Promise<string[]> {
  const own = await openDatabase(place)
  try {
    const broken = (await findViolations(own)).map((finding) => JSON.stringify(finding))
    return [...broken, ...(await ledger.findLosses(own, everything))]
  } finally {
    await own.close()
  }
}

/** Clinics, one by default, on some processes of the portal; under load whenever `during` runs. */
export async function openScene(
  place: Place,
  {
    seed,
    processes = 1,
    clinics = 1,
    flags = [],
    settings = {},
  }: {
    seed: number
    processes?: number
    clinics?: number
    flags?: string[]
    settings?: Record<string, string>
  },
) {
  const dice = createDice(seed)
  const all = {
    ...{ DATA_DIR: place.dataDir, AUTH_SECRET: authSecret },
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
    ...(clinics > 1 && { PUBLIC_URL: 'http://portal.example' }),
    ...settings,
  }
  const servers: Server[] = []
  const openAll = await openWards(servers, place, { dice, settings: all, clinics })
  const start = () => startServer(all, flags)
  servers.push(...(await Promise.all(Array.from({ length: processes }, start))))
  for (const server of servers) await untilReady(server)
  const violations: string[] = []
  let faults = 0
  const observed = await openAll()
  const [{ clinic }] = observed as [ObservedClinic, ...ObservedClinic[]]

  /** Load for the duration of `act`. */
  async function during(act: () => Promise<void>): Promise<void> {
    let isOver = false
    const work = Promise.all(
      Array.from({ length: lanes }, (_, lane) => {
        const { clinic, origins } = observed[lane % observed.length] as ObservedClinic
        return actUntil({ clinic, origins, dice }, () => isOver)
      }),
    )
    try {
      await act()
    } finally {
      isOver = true
      violations.push(...(await work).flat())
    }
  }

  async function check(everything = false): Promise<void> {
    for (const one of observed) violations.push(...(await checkClinic(one, everything)))
  }

  async function restart(at: number): Promise<void> {
    const fresh = await start()
    servers[at] = fresh
    // One start in ten is killed as well.
    if (dice.chance(0.1)) {
      await wait(dice.between(0, 2000))
      await fresh.kill()
      faults += 1
      return restart(at)
    }
    await untilReady(fresh)
  }

  const attempts = () =>
    observed
      .flatMap(({ clinic }) => [...clinic.answers.values()])
      .reduce((sum, count) => sum + count, 0)
  const checked = () => observed.reduce((sum, { ledger }) => sum + ledger.checked(), 0)
  return {
    dice,
    servers,
    clinic,
    during,
    check,
    restart,
    /** Waits until this many more calls were answered, or for twenty seconds. */
    async untilAnswered(count: number): Promise<void> {
      const goal = attempts() + count
      const until = performance.now() + 20_000
      while (attempts() < goal && performance.now() < until) await wait(5)
    },
    countFault: () => {
      faults += 1
    },
    /** Ends the processes, runs the last check, and returns the result. */
    async end(scenario: string): Promise<Row> {
      for (const server of servers) await server.stop()
      for (const one of observed) one.close()
      await check(true)
      const { name: engine } = place
      return {
        scenario,
        engine,
        attempts: attempts(),
        faults,
        checked: checked(),
        violations,
      }
    },
    /** The result so far, for a long run that is interrupted. */
    result: (scenario: string): Row => ({
      ...{ scenario, engine: place.name, attempts: attempts(), faults },
      ...{ checked: checked(), violations },
    }),
  }
}
export type Scene = Awaited<ReturnType<typeof openScene>>

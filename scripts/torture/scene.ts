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

/** Acts of so many people at a time, in all clinics together. */
const lanes = 8

/** A clinic with what was acknowledged in it. */
type Ward = {
  clinic: Clinic
  ledger: Ledger
  place: Place
  /** Of each process. */
  origins: () => string[]
  close: () => void
}

/** One clinic that is the whole installation, or so many that share it. */
async function openWards(
  servers: Server[],
  place: Place,
  { dice, settings, clinics }: { dice: Dice; settings: Record<string, string>; clinics: number },
): Promise<() => Promise<Ward[]>> {
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
    const wards: Ward[] = []
    for (const one of found) {
      const ledger = createLedger()
      const database = await openDatabase(one.place)
      try {
        const clinic = await openClinic(one.origins()[0] ?? '', { database, ledger, dice })
        wards.push({ ...one, clinic, ledger })
      } finally {
        await database.close()
      }
    }
    return wards
  }
}

/** Looks at the database beside the portal, and lets go of it again. */
async function lookAt({ place, ledger }: Ward, everything: boolean): Promise<string[]> {
  const own = await openDatabase(place)
  try {
    const broken = (await findViolations(own)).map((finding) => JSON.stringify(finding))
    return [...broken, ...(await ledger.findLosses(own, everything))]
  } finally {
    await own.close()
  }
}

/** Clinics, one unless more are asked for, on so many processes of the portal; under load whenever `during` says so. */
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
  const wards = await openAll()
  const [{ clinic }] = wards as [Ward, ...Ward[]]

  /** Load for so long as `act` takes. */
  async function during(act: () => Promise<void>): Promise<void> {
    let isOver = false
    const work = Promise.all(
      Array.from({ length: lanes }, (_, lane) => {
        const { clinic, origins } = wards[lane % wards.length] as Ward
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
    for (const ward of wards) violations.push(...(await lookAt(ward, everything)))
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

  const attempts = () =>
    wards
      .flatMap(({ clinic }) => [...clinic.answers.values()])
      .reduce((sum, count) => sum + count, 0)
  const checked = () => wards.reduce((sum, { ledger }) => sum + ledger.checked(), 0)
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
      for (const ward of wards) ward.close()
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
    /** What there is so far, for a long run that is interrupted. */
    tell: (scenario: string): Row => ({
      ...{ scenario, engine: place.name, attempts: attempts(), faults },
      ...{ checked: checked(), violations },
    }),
  }
}
export type Scene = Awaited<ReturnType<typeof openScene>>

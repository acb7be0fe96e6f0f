import { addDays } from '../../../contract/date.ts'
import type { Place, Row } from '../scene.ts'
import { openScene, type Scene } from '../scene.ts'
import { enterPatients } from './accounts.ts'
import { createAddresses } from './address-acts.ts'
import { createCards } from './card-acts.ts'
import { createDetails } from './details.ts'
import { createFactors } from './factor-acts.ts'
import { endpointsOf, type FamilyName } from './families.ts'
import { createSettings } from './house.ts'
import { createInvitations } from './invitations.ts'
import { createLinks } from './link-acts.ts'
import { createMerges } from './merge-acts.ts'
import { createDependents, createPatients, createWaiting } from './people.ts'
import { createClosures } from './plan/closure-acts.ts'
import { createDoctors } from './plan/doctor-acts.ts'
import { createChairs, createTreatments } from './plan/rooms.ts'
import { createSettlements } from './plan/settle-acts.ts'
import { createPlayer } from './play.ts'
import { createSessions } from './session-acts.ts'
import { createRoles } from './staff.ts'
import { createVisits } from './visit-acts.ts'
import { createMessages, createReviews } from './voice-acts.ts'
import { createOffers } from './waitlist/offer-acts.ts'

type Burster = {
  done: ReadonlyMap<string, number>
  burst(lanes: number): Promise<{ checked: number; violations: string[] }>
}
type Open = (scene: Scene, place: Place, alone: boolean) => Promise<Burster>

const opening: Readonly<Partial<Record<FamilyName, Open>>> = {
  // First, since its days are close to the end of the booking window.
  closures: async (scene, place, alone) =>
    createPlayer(scene, await createClosures(scene, place, alone)),
  // Next, since its days go on and on.
  settlements: async (scene) => createPlayer(scene, createSettlements()),
  patients: async (scene) => createPlayer(scene, createPatients()),
  family: async (scene) => createPlayer(scene, createDependents(scene)),
  settings: async (scene) => createPlayer(scene, await createSettings(scene)),
  roles: async (scene, place, alone) => createPlayer(scene, await createRoles(scene, place, alone)),
  waitlist: async (scene) => createPlayer(scene, createWaiting(scene)),
  offers: async (scene, place) => createPlayer(scene, await createOffers(scene, place)),
  invitations: async (scene, place) => createPlayer(scene, await createInvitations(scene, place)),
  sessions: async (scene, place) => createPlayer(scene, await createSessions(place)),
  factors: async (scene, place) => createPlayer(scene, await createFactors(scene, place)),
  addresses: async (scene, place) => createPlayer(scene, await createAddresses(scene, place)),
  details: async (scene, place) => createPlayer(scene, await createDetails(scene, place)),
  links: async (scene, place) => createPlayer(scene, await createLinks(scene, place)),
  reviews: async (scene, place) => createPlayer(scene, await createReviews(scene, place)),
  messages: async (scene, place) => createPlayer(scene, await createMessages(place)),
  merges: async (scene) => createPlayer(scene, await createMerges(scene)),
  chairs: async (scene) => createPlayer(scene, createChairs()),
  treatments: async (scene) => createPlayer(scene, createTreatments()),
  doctors: async (scene) => createPlayer(scene, createDoctors()),
  visits: async (scene) => createPlayer(scene, await createVisits(scene)),
  cards: async (scene) => createPlayer(scene, await createCards(scene)),
}
export const modelled = Object.keys(opening) as FamilyName[]

/** Concurrent callers of a family. */
const lanesUsual = 6
/**
 * Of each of all families on PostgreSQL, where changes of doctors, chairs, treatments and offers lock all bookings
 * until their commit: with six of every family, a call would wait for longer than any clinic's.
 */
const lanesTogether = 2

/** The most additional bursts until each operation of a family has succeeded at least once. */
const mostMore = 100

/** Seconds. Answers are checked, not their speed: callers wait longer for each other than a clinic's. */
const patient = {
  DATABASE_CONNECT_TIMEOUT: '40',
  DATABASE_LOCK_TIMEOUT: '40',
  DATABASE_STATEMENT_TIMEOUT: '40',
}

type Player = readonly [FamilyName, Burster]

const neverDone = ([name, { done }]: Player): string =>
  endpointsOf(name)
    .filter((endpoint) => !done.has(endpoint))
    .join()

/** An error that ends a family's burst is reported with the last lines of the portal's log. */
async function burstOf({ servers }: Scene, [name, player]: Player, lanes: number) {
  return player.burst(lanes).catch((fault: unknown) => {
    const outputs = servers.map((server) => server.output().slice(-1500))
    return { checked: 0, violations: [`${name}: ${fault}; the portal: ${outputs.join(' / ')}`] }
  })
}

/** The clinic with patients and days reserved for a family: no other family takes its slots. */
async function setApart(scene: Scene, place: Place, weeks: number): Promise<Scene> {
  const patients = await enterPatients(scene, place, scene.clinic.patients.length)
  const days = scene.clinic.days.map((day) => addDays(day, 7 * weeks))
  return { ...scene, clinic: { ...scene.clinic, patients, days } }
}

async function openPlayers(
  scene: Scene,
  place: Place,
  names: readonly FamilyName[],
): Promise<Player[]> {
  const isAlone = names.length === 1
  const players: Player[] = []
  for (const [at, name] of names.entries()) {
    const own = isAlone ? scene : await setApart(scene, place, at)
    const player = await opening[name]?.(own, place, isAlone)
    if (player) players.push([name, player])
  }
  return players
}

/**
 * The operations of one family or of all, six at a time each; on PostgreSQL through two processes, and of all two
 * at a time. For each family there must be a sequential order in which all answers are right. A family whose
 * random choice missed some operations runs on alone.
 */
export async function searchFamilies(
  place: Place,
  names: readonly FamilyName[],
  { seed, bursts, onProgress }: { seed: number; bursts: number; onProgress: (row: Row) => void },
): Promise<Row> {
  const scenario = `serial order: ${names.length === 1 ? names[0] : 'all families'}, seed ${seed}`
  const scene = await openScene(place, {
    ...{ seed, processes: place.databaseUrl ? 2 : 1, settings: patient },
  })
  const violations: string[] = []
  let checked = 0
  const withOwn = (row: Row): Row => ({
    ...row,
    ...{ checked, violations: [...row.violations, ...violations] },
  })
  const players = await openPlayers(scene, place, names)
  const lanes = names.length > 1 && place.databaseUrl ? lanesTogether : lanesUsual
  for (let at = 0; violations.length === 0; at += 1) {
    const playing = at < bursts ? players : players.filter((one) => neverDone(one) !== '')
    if (playing.length === 0) break
    if (at === bursts + mostMore) {
      violations.push(...playing.map((one) => `${one[0]}: never done: ${neverDone(one)}`))
      break
    }
    const found = await Promise.all(playing.map((one) => burstOf(scene, one, lanes)))
    for (const one of found) {
      checked += one.checked
      violations.push(...one.violations)
    }
    await scene.check()
    onProgress(withOwn(scene.result(scenario)))
  }
  return withOwn(await scene.end(scenario))
}

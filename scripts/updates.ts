import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pLimit from 'p-limit'
import semver from 'semver'
import * as z from 'zod'

/**
 * npm run audit:updates -- [--json]
 *
 * Checks each runtime component (package-lock.json of this folder, without development packages) against the
 * deadlines of SECURITY.md, using npm's configured registry: which newer release could be taken and since when,
 * what holds a component back from its newest, and whether it is deprecated.
 *
 * Exits with 1 if a release that could be taken has been out for longer than `longestDays`, or a deprecated
 * package runs; with 2 if the registry could not be read. Advisories are checked by `audit:packages`.
 */
const longestDays = 90
const dayMs = 86_400_000
const patienceMs = 30_000
const askedAtOnce = 8

const Ranges = z.record(z.string(), z.string()).default({})
const Installed = z.object({
  version: z.string().default(''),
  ...{ dev: z.boolean().default(false), devOptional: z.boolean().default(false) },
  ...{ dependencies: Ranges, optionalDependencies: Ranges, peerDependencies: Ranges },
})
const Lockfile = z.object({ packages: z.record(z.string(), Installed) })
type Lockfile = z.infer<typeof Lockfile>

/** The parts read from a package's document (npm's registry API, "package metadata"). */
const Metadata = z.object({
  'dist-tags': z.object({ latest: z.string() }),
  time: z.record(z.string(), z.string()),
  versions: z.record(z.string(), z.object({ deprecated: z.unknown().optional() })),
})
type Metadata = z.infer<typeof Metadata>

/** `isOurs`: package.json names its exact version. `asked` are the ranges of packages in between. */
type Component = {
  name: string
  version: string
  isOurs: boolean
  asked: { by: string; range: string }[]
}

type Judged = {
  name: string
  version: string
  latest: string
  /** The newest version that could be taken; `null` where that is the current one. */
  next: string | null
  /** Days since the first release that could have been taken. */
  behindDays: number
  /** Packages that require less than the latest. */
  heldBy: string[]
  /** The newest of its own major version, which gets fixes until an upgrade is possible. */
  lineLatest: string
  isDeprecated: boolean
}

const nameAt = (path: string) => path.split('node_modules/').at(-1) ?? ''

/** Where a package at `path` finds `name`: in its own folder or further up, as Node resolves it. */
function resolveFrom({ packages }: Lockfile, path: string, name: string): string | undefined {
  for (let folder = path; ; folder = folder.slice(0, folder.lastIndexOf('node_modules/'))) {
    const place = `${folder ? `${folder.replace(/\/$/, '')}/` : ''}node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return undefined
  }
}

function readComponents(lockfile: Lockfile): Component[] {
  const components = new Map<string, Component>()
  const running = Object.entries(lockfile.packages).filter(
    ([, { dev, devOptional }]) => !dev && !devOptional,
  )
  for (const [path, { version }] of running) {
    if (path === '') continue
    components.set(path, { name: nameAt(path), version, isOurs: false, asked: [] })
  }
  for (const [path, { peerDependencies, optionalDependencies, dependencies }] of running) {
    const ranges = { ...peerDependencies, ...optionalDependencies, ...dependencies }
    for (const [name, range] of Object.entries(ranges)) {
      const component = components.get(resolveFrom(lockfile, path, name) ?? '')
      if (!component) continue
      if (path === '') component.isOurs = true
      else component.asked.push({ by: nameAt(path), range })
    }
  }
  return [...components.values()]
}

class NotAsked extends Error {}

async function ask(registry: string, name: string): Promise<Metadata> {
  const address = `${registry}/${name.replace('/', '%2f')}`
  const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs) }).catch(() => null)
  if (!answer?.ok) throw new NotAsked(`The registry does not say what it has of ${name}`)
  return Metadata.parse(await answer.json())
}

function judge({ name, version, isOurs, asked }: Component, known: Metadata): Judged {
  const { latest } = known['dist-tags']
  // If the current version does not satisfy a range, we override it (`overrides`), and it holds nothing back.
  const holding = asked.filter(({ range }) => semver.satisfies(version, range))
  const allowed = (one: string) =>
    holding.every(({ range }) => semver.satisfies(one, range)) &&
    // Another major version is a decision, not an update.
    !(isOurs && semver.major(one) !== semver.major(version))
  const takeable = Object.entries(known.versions)
    .filter(([one, { deprecated }]) => !deprecated && !semver.prerelease(one))
    .map(([one]) => one)
    .filter((one) => semver.gt(one, version) && semver.lte(one, latest) && allowed(one))
    .toSorted(semver.compare)
  const ownLine = semver.major(version) > 0 ? `^${version}` : `~${version}`
  const lineLatest = semver.maxSatisfying(Object.keys(known.versions), ownLine) ?? version
  const since = Math.min(...takeable.map((one) => Date.parse(known.time[one] ?? '')))
  const heldBy = holding.filter(({ range }) => !semver.satisfies(latest, range)).map(({ by }) => by)
  const isOtherLine = isOurs && semver.major(latest) > semver.major(version)
  return {
    ...{ name, version, latest },
    next: takeable.at(-1) ?? null,
    behindDays: takeable.length > 0 ? Math.floor((Date.now() - since) / dayMs) : 0,
    heldBy: [...new Set([...heldBy, ...(isOtherLine ? ['package.json, for its major line'] : [])])],
    lineLatest,
    isDeprecated: Boolean(known.versions[version]?.deprecated),
  }
}

/** The line for a component; `null` for one that is up to date. */
function describe(judged: Judged): string | null {
  const { name, version, latest, next, behindDays, heldBy, lineLatest, isDeprecated } = judged
  const ofLine = lineLatest === version ? 'the newest of its line' : `its line has ${lineLatest}`
  const said = [
    ...(isDeprecated ? ['deprecated'] : []),
    ...(next ? [`${next} could be taken, for ${behindDays} days`] : []),
    ...(version !== latest && heldBy.length > 0
      ? [`${ofLine}, held back from ${latest} by ${heldBy.join(', ')}`]
      : []),
  ]
  return said.length > 0 ? `${name} ${version}: ${said.join('; ')}` : null
}

const isOverdue = ({ behindDays, isDeprecated }: Judged) => behindDays > longestDays || isDeprecated

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
  const lockfile = Lockfile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const set = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
  const registry = set.trim().replace(/\/$/, '')
  const limit = pLimit(askedAtOnce)
  const judged = await Promise.all(
    readComponents(lockfile).map((component) =>
      limit(async () => judge(component, await ask(registry, component.name))),
    ),
  )
  const overdue = judged.filter(isOverdue)
  if (values.json) {
    console.log(JSON.stringify(judged, null, 2))
  } else {
    for (const line of judged.map(describe)) if (line) console.log(line)
    const newest = judged.filter(({ version, latest }) => version === latest).length
    const able = judged.filter(({ next }) => next).length
    console.log(
      `\n${judged.length} components run: ${newest} are the newest there is, ${able} could be newer, ${overdue.length} are overdue or deprecated.`,
    )
  }
  return overdue.length > 0 ? 1 : 0
}

try {
  process.exitCode = await run()
} catch (error) {
  if (!(error instanceof NotAsked)) throw error
  console.error(`${error.message}: nothing is known of the updates.`)
  process.exitCode = 2
}

import { join } from 'node:path/posix'
import { folderOf, isTest } from './names.ts'
import type { Finding, Import, Rule, Source } from './source.ts'

/** The roots that a root may import, besides itself. */
const reach: Record<string, string[]> = {
  contract: [],
  client: ['contract'],
  server: ['contract'],
}

/** What every feature of the client may use of another: the session, and access to pages. */
const shared = new Set([
  'client/identity/session/session.tsx',
  'client/identity/session/session-state.ts',
  'client/identity/guard.tsx',
  'client/identity/own-role.ts',
])

/** The shared folders of the client, and which of them each may import; a feature may import all. */
const layers: Record<string, string[]> = {
  'client/ui': ['client/i18n'],
  'client/i18n': ['client/ui', 'client/data', 'client/domain'],
  'client/data': ['client/ui', 'client/i18n', 'client/app'],
  'client/forms': ['client/ui', 'client/i18n', 'client/data'],
  'client/domain': ['client/ui', 'client/i18n', 'client/data', 'client/forms', 'client/app'],
  'client/app': ['client/ui', 'client/i18n', 'client/data', 'client/domain'],
}

/** The allowed direction of imports (design.md section 2). */
export const imports: Rule = (sources) =>
  sources.flatMap((source) => source.imports.flatMap((one) => judge(source, one)))

function judge({ path }: Source, { to, line }: Import): Finding[] {
  const finding = (message: string) => [{ file: path, line, rule: 'import', message }]
  if (!to.startsWith('.')) {
    const inBrowser = /^(client|contract)\//.test(path) && !isTest(path)
    return inBrowser && to.startsWith('node:') ? finding(`${to} is not in a browser`) : []
  }
  const target = targetOf(path, to)
  const complaint =
    acrossRoots(path, target) ?? insideServer(path, target) ?? inClient(path, target)
  return complaint ? finding(`${complaint}: ${target}`) : []
}

/** Suffixes such as Vite's `?url` belong to the bundler, not to the file. */
function targetOf(path: string, to: string): string {
  return join(path, '..', to.replace(/\?.*$/, ''))
}

/**
 * No file imports itself through others, types included: files in a cycle can only be read and changed
 * together. Each finding shows a shortest cycle.
 */
export const circles: Rule = (sources) => {
  const inside = sources.filter(({ path }) => /^(contract|server|client)\//.test(path))
  const steps = new Map(inside.map(({ path, imports }) => [path, stepsOf(path, imports)]))
  const shown = new Set<string>()
  return inside.flatMap(({ path, imports }) => {
    const way = shown.has(path) ? undefined : wayAround(path, steps)
    if (!way) return []
    for (const file of way) shown.add(file)
    const line = imports.find(({ to }) => targetOf(path, to) === way[0])?.line ?? 1
    const message = `leads back to itself: ${[path, ...way].join(' -> ')}`
    return [{ file: path, line, rule: 'circle', message }]
  })
}

function stepsOf(path: string, imports: Import[]): string[] {
  return imports.filter(({ to }) => to.startsWith('.')).map(({ to }) => targetOf(path, to))
}

/** The files of a shortest path back to a file, which is the last; `undefined` where there is none. */
function wayAround(path: string, steps: Map<string, string[]>): string[] | undefined {
  const before = new Map<string, string>()
  const reached = [path]
  for (const file of reached) {
    for (const target of steps.get(file) ?? []) {
      if (target === path) {
        const way = [path]
        for (let at = file; at !== path; at = before.get(at) ?? path) way.unshift(at)
        return way
      }
      if (before.has(target)) continue
      before.set(target, file)
      reached.push(target)
    }
  }
  return undefined
}

function acrossRoots(path: string, target: string): string | undefined {
  const [from = '', into = ''] = [path.split('/')[0], target.split('/')[0]]
  if (isTest(target)) return 'nobody imports a test'
  const allowed = reach[from]
  // Code that starts PostgreSQL and finds ports serves tests and measurements alike.
  const forTests = isTest(path) || path.startsWith('server/testing/')
  if (!allowed || (forTests && into === 'scripts')) return undefined
  // package.json has the version, for all.
  const near = from === into || allowed.includes(into) || target === 'package.json'
  return near ? undefined : `${from} does not import ${into || 'the root'}`
}

function insideServer(path: string, target: string): string | undefined {
  if (path.startsWith('server/db/migrations/')) {
    // An earlier migration's result is as fixed as that migration.
    const isMigration = target.startsWith('server/db/migrations/')
    return isMigration ? undefined : 'a migration imports no application code'
  }
  const forTests = isTest(path) || path.startsWith('server/testing/')
  if (target.startsWith('server/testing/') && !forTests && path.startsWith('server/')) {
    return 'what serves patients does not import what tests it'
  }
  const feature = folderOf(path)
  const another = feature !== '' && feature !== folderOf(target)
  if (!another || !target.startsWith('server/')) return undefined
  if (target.endsWith('/routes.ts')) return "a feature does not import another's routes"
  // Tests read what was stored directly.
  const isQueries = /\/([a-z-]+-)?queries\.ts$/.test(target)
  return isQueries && !forTests ? "a feature does not import another's queries" : undefined
}

function inClient(path: string, target: string): string | undefined {
  if (!path.startsWith('client/') || !target.startsWith('client/')) return undefined
  const [feature, another] = [folderOf(path), folderOf(target)]
  // Files directly in `client/` combine the features.
  if (feature === '' || feature === another) return undefined
  if (feature in layers) return inLayer(feature, another, target)
  if (another === '' || another in layers || shared.has(target)) return undefined
  // Routes combine pages, also a page of another feature inside their own frame.
  if (path === `${feature}/routes.tsx` && target.endsWith('-page.tsx')) return undefined
  // The public pages consist of sections, some of them other features'.
  const isPublicPage = /^client\/site\/[a-z-]+-page\.tsx$/.test(path)
  if (isPublicPage && target.endsWith('-section.tsx')) return undefined
  return `${feature} does not reach into ${another}`
}

function inLayer(layer: string, another: string, target: string): string | undefined {
  if (layers[layer]?.includes(another)) return undefined
  if (layer === 'client/ui') return 'ui knows no feature'
  return another === '' || shared.has(target) ? undefined : `${layer} does not know ${another}`
}

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'

// No container engine is available here to build the image, so likely errors are checked in its sources.

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const dockerfile = read('deploy/Dockerfile')
const { dependencies, optionalDependencies } = JSON.parse(read('package.json'))
const { packages } = JSON.parse(read('package-lock.json'))

/** The runtime imports of each source file that the image copies, by path. */
function readImage(): Map<string, string[]> {
  const [, , last = ''] = dockerfile.split(/^FROM /m)
  const copied = [...last.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
  const places = copied.flatMap(([, names = '']) => names.split(' '))
  const files = places.flatMap((place) =>
    place.includes('.') ? [place] : globSync(`${place}/**/*.{ts,js}`, { cwd: root }),
  )
  const kept = files.filter((file) => !/\.test\.ts$|^server\/testing\//.test(file))
  return new Map(kept.map((file) => [file, importsOf(read(file))]))
}

/** Without type imports, which are erased. */
function importsOf(text: string): string[] {
  const lines = text.matchAll(
    /^(?:import|export) (?!type\b)[^;]*?from '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm,
  )
  return [...lines].map(([, from, called, alone]) => from ?? called ?? alone ?? '')
}

test('the Dockerfile passes the linter', () => {
  expect(validate(dockerfile)).toEqual([])
})

test('the compose file is found and passes the linter', () => {
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] })
  const results = linter.lintFiles([join(root, 'deploy/compose.yaml')], false)
  expect(results).toHaveLength(1)
  expect(results.flatMap(({ messages }: { messages: unknown[] }) => messages)).toEqual([])
})

test('the image uses the Node version named in package.json', () => {
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
  const node = `node:${dependencies.node}-bookworm-slim`
  expect(bases).toEqual([node, node])
})

const image = readImage()

test('the image contains every imported file', () => {
  const missing = [...image].flatMap(([file, imports]) =>
    imports
      .filter((to) => to.startsWith('.') && !to.endsWith('.json'))
      .map((to) => join(file, '..', to))
      .filter((path) => !image.has(path)),
  )
  expect(image.size).toBeGreaterThan(300)
  expect(missing).toEqual([])
})

/** A package and its required dependencies: npm installs no peers that are not named. */
function withNeeds(name: string): string[] {
  const {
    dependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = packages[`node_modules/${name}`] ?? {}
  const peers = Object.keys(peerDependencies).filter(
    (peer) => !peerDependenciesMeta[peer]?.optional,
  )
  return [name, ...Object.keys(dependencies), ...peers]
}

test('the image contains the packages that it imports and drops all others in package.json', () => {
  const imported = [...image.values()].flat().flatMap((to) => {
    const [name] = /^(@[^/]+\/)?[^./][^/]*/.exec(to) ?? []
    return name && !name.startsWith('node:') ? withNeeds(name) : []
  })
  // Only where the sources of the pages are present as well.
  const needed = new Set(imported.filter((name) => name !== 'vite'))
  const named = Object.keys({ ...dependencies, ...optionalDependencies })
  const [, dropped = ''] = /npm uninstall [^@]*?\n(.+?)\n\n/s.exec(dockerfile) ?? []
  // better-auth may use Vitest, so npm would keep Vitest and its bundler.
  expect(dropped.match(/[^\s\\]+/g)?.sort()).toEqual(
    [...named.filter((name) => !needed.has(name)), 'vitest'].sort(),
  )
})

test('both units name the line that lets backups go to another disk', () => {
  for (const unit of ['deploy/molar.service', 'deploy/molar-backup.service']) {
    expect(read(unit)).toMatch(/^ProtectSystem=strict\n(#.*\n)*#ReadWritePaths=\/\S+$/m)
  }
  expect(read('docs/backup.md')).toContain('ReadWritePaths=')
})

test('the script that calls molar beside the service has its user, its folders and its settings', () => {
  const script = read('deploy/molar')
  const asked = [...script.matchAll(/--(?:property|setenv)=(\S+)/g)].map(([, line]) => line)
  const unit = read('deploy/molar-backup.service').replace(/^Environment=/gm, '')
  expect(asked.length).toBeGreaterThan(8)
  expect(asked.filter((line) => !unit.split(/[\n ]/).includes(line ?? ''))).toEqual([
    'ReadWritePaths=/mnt/backup/molar',
  ])
  const [command = ''] = /node_modules.*molar\.ts/.exec(script) ?? []
  expect(unit).toContain(`/opt/molar/${command} `)
})

test('each setting in the deployment files is a setting of the portal, of Node or of the C library', () => {
  const settings = new Set([
    ...['MALLOC_ARENA_MAX', 'TMPDIR'],
    ...(read('.env.example').match(/^[A-Z_]+(?==)/gm) ?? []),
  ])
  const [, portal = ''] = read('deploy/compose.yaml').split(/^ {2}(?:portal|proxy):/m)
  const used = [
    ...(read('deploy/molar.env.example').match(/^[A-Z_]+(?==)/gm) ?? []),
    ...(portal.match(/^ {6}[A-Z_]+(?=:)/gm) ?? []).map((name) => name.trim()),
    ...[...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
      line.match(/[A-Z_]+(?==)/g),
    ),
    ...(read('deploy/molar.service').match(/(?<=^Environment=|^Environment=.* )[A-Z_]+(?==)/gm) ??
      []),
  ]
  expect(used.length).toBeGreaterThan(15)
  expect(used.filter((name) => !settings.has(name ?? ''))).toEqual([])
})

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const script = join(import.meta.dirname, 'updates.ts')

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** A package in the registry: versions by the days since their release, the last one the latest. */
type Releases = Record<string, number>

function metadataOf(name: string, releases: Releases, deprecated: readonly string[]) {
  const versions = Object.keys(releases)
  return {
    name,
    'dist-tags': { latest: versions.at(-1) },
    time: Object.fromEntries(versions.map((one) => [one, daysAgo(releases[one] ?? 0)])),
    versions: Object.fromEntries(
      versions.map((version) => {
        const isOver = deprecated.includes(version)
        return [version, { name, version, dist: {}, ...(isOver && { deprecated: 'use another' }) }]
      }),
    ),
  }
}

/** A registry on loopback that answers like npm's. */
async function openRegistry(
  packages: Record<string, Releases>,
  deprecated: readonly string[],
  advisories: object = {},
): Promise<string> {
  const server = createServer(({ url = '' }, answer) => {
    if (url === '/-/npm/v1/security/advisories/bulk') {
      answer.writeHead(200, { 'content-type': 'application/json' })
      return void answer.end(JSON.stringify(advisories))
    }
    const name = decodeURIComponent(url.slice(1))
    const releases = packages[name]
    answer.writeHead(releases ? 200 : 404, { 'content-type': 'application/json' })
    answer.end(JSON.stringify(releases ? metadataOf(name, releases, deprecated) : {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

type Installed = { version: string; dev?: true; dependencies?: Record<string, string> }

/** A folder with installed packages, in which a program can be run against a registry. */
function makeFolder(installed: Record<string, Installed>, registry: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'molar-updates-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const packages = Object.entries(installed).map(([name, one]) => [`node_modules/${name}`, one])
  const root = { name: 'clinic', version: '1.0.0', dependencies: { ours: installed.ours?.version } }
  const lockfile = {
    ...{ name: 'clinic', version: '1.0.0', lockfileVersion: 3 },
    packages: { '': root, ...Object.fromEntries(packages) },
  }
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(root))
  writeFileSync(join(cwd, 'package-lock.json'), JSON.stringify(lockfile))
  const own = { npm_config_registry: registry, npm_config_cache: join(cwd, 'cache') }
  return (program: string, ...words: string[]) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const options = { cwd, env: { ...process.env, ...own } }
      execFile(program, words, options, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), said: stdout + stderr })
      })
    })
}

const audit = (installed: Record<string, Installed>, registry: string) =>
  makeFolder(installed, registry)(process.execPath, script)

const ours = { version: '1.2.0', dependencies: { '@of/below': '^2.0.0' } }

test('the newest version, or one that was superseded recently, counts as up to date', async () => {
  const packages = {
    ours: { '1.2.0': 200, '1.3.0': 20, '1.4.0': 5 },
    '@of/below': { '2.0.0': 300, '2.1.0': 10 },
  }
  const registry = await openRegistry(packages, [])
  const installed = {
    ours,
    '@of/below': { version: '2.1.0' },
    tool: { version: '0.1.0', dev: true },
  }
  const { code, said } = await audit(installed as Record<string, Installed>, registry)
  expect(said).toContain('ours 1.2.0: 1.4.0 could be taken, for 20 days')
  expect(said).toContain(
    '2 components run: 1 are the newest there is, 1 could be newer, 0 are overdue',
  )
  expect(code).toBe(0)
})

test('a release that was not installed for 91 days is overdue, even if a newer one followed', async () => {
  const registry = await openRegistry({ ours: { '1.2.0': 200, '1.2.1': 91, '1.2.2': 1 } }, [])
  const { code, said } = await audit({ ours: { version: '1.2.0' } }, registry)
  expect(said).toContain('ours 1.2.0: 1.2.2 could be taken, for 91 days')
  expect(code).toBe(1)
})

test('a component that is held back by another is reported with it and is not overdue', async () => {
  const packages = {
    ours: { '1.2.0': 200 },
    '@of/below': { '2.0.0': 300, '2.0.1': 260, '3.0.0': 250 },
  }
  const exact = { version: '1.2.0', dependencies: { '@of/below': '2.0.0' } }
  const registry = await openRegistry(packages, [])
  const { code, said } = await audit({ ours: exact, '@of/below': { version: '2.0.0' } }, registry)
  expect(said).toContain('@of/below 2.0.0: its line has 2.0.1, held back from 3.0.0 by ours')
  expect(code).toBe(0)
})

test('previews, withdrawn releases and other major versions are not updates', async () => {
  const packages = { ours: { '1.2.0': 400, '1.3.0-beta.1': 300, '1.3.0': 200, '2.0.0': 150 } }
  const registry = await openRegistry(packages, ['1.3.0'])
  const { code, said } = await audit({ ours: { version: '1.2.0' } }, registry)
  expect(said).toContain(
    'ours 1.2.0: its line has 1.3.0, held back from 2.0.0 by package.json, for its major line',
  )
  expect(code).toBe(0)
})

test('a deprecated runtime package is reported at any age', async () => {
  const registry = await openRegistry({ ours: { '1.2.0': 3 } }, ['1.2.0'])
  const { code, said } = await audit({ ours: { version: '1.2.0' } }, registry)
  expect(said).toContain('ours 1.2.0: deprecated')
  expect(code).toBe(1)
})

test('if the registry does not know a component, the result is unknown', async () => {
  const { code, said } = await audit({ ours }, await openRegistry({}, []))
  expect(said).toContain('The registry does not say what it has of ours')
  expect(code).toBe(2)
})

test('npm audit, as audit:packages calls it, passes without advisories and fails with one', async () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  const [, ...words] = String(scripts['audit:packages']).split(' && ')[0]?.split(' ') ?? []
  const installed = { ours: { version: '1.2.0' } }
  const packages = { ours: { '1.2.0': 200, '1.2.1': 1 } }
  const without = makeFolder(installed, await openRegistry(packages, []))
  expect(await without('npm', ...words)).toMatchObject({ code: 0 })
  const hole = {
    ...{ id: 1, url: 'https://registry.example/1', title: 'A hole in ours', severity: 'high' },
    ...{ vulnerable_versions: '<1.2.1', cwe: [], cvss: { score: 8, vectorString: null } },
  }
  const advised = makeFolder(installed, await openRegistry(packages, [], { ours: [hole] }))
  const { code, said } = await advised('npm', ...words)
  expect(said).toContain('A hole in ours')
  expect(code).toBe(1)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const Versions = z.record(z.string(), z.string())
const { dependencies, devDependencies, optionalDependencies, allowScripts } = z
  .object({
    dependencies: Versions,
    devDependencies: Versions,
    optionalDependencies: Versions,
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(JSON.parse(read('package.json')))

const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        dev: z.optional(z.boolean()),
        license: z.optional(z.string()),
        integrity: z.optional(z.string()),
        hasInstallScript: z.optional(z.boolean()),
      }),
    ),
  })
  .parse(JSON.parse(read('package-lock.json')))
const { '': _, ...installed } = packages
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? ''

/** Licences that allow building upon and redistribution without opening our own source. */
const allowed = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'],
  ...['PSF-2.0', 'MIT AND ISC AND BSD-3-Clause'],
  // Binary parts of sharp, linked and unchanged; lightningcss, which builds pages.
  ...['LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later', 'MPL-2.0', '(MIT OR Apache-2.0)'],
  ...['Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
])

test('the dependencies page lists each runtime package with its licence', () => {
  const [ours = ''] = read('docs/security/dependencies.md').split('\n## ')
  const lines = [...ours.matchAll(/^\| (\S+) \| .+ \| ([^|]+) \|$/gm)]
  const written = lines.map(([, name = '', licence = '']) => [name, licence])
  const needed = Object.keys(dependencies)
    .toSorted()
    .map((name) => [name, installed[`node_modules/${name}`]?.license])
  expect(written.filter(([name]) => name !== 'package' && name !== '---')).toEqual(needed)
})

test('each runtime package has a licence that allows redistribution', () => {
  const others = Object.entries(installed)
    .filter(([, { dev, license }]) => !dev && !allowed.has(license ?? 'none'))
    .map(([path, { license }]) => `${nameOf(path)}: ${license}`)
  expect(others).toEqual([])
})

test('every version is exact, and the lockfile has a hash for every package', () => {
  const versions = { ...dependencies, ...devDependencies, ...optionalDependencies }
  const loose = Object.entries(versions).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  )
  expect(loose).toEqual([])
  const unknown = Object.entries(installed).filter(([, { integrity }]) => !integrity)
  expect(unknown.map(([path]) => path)).toEqual([])
})

test('only named packages may run install scripts', () => {
  const scripted = Object.entries(installed).filter(([, { hasInstallScript }]) => hasInstallScript)
  const unnamed = scripted.map(([path]) => nameOf(path)).filter((name) => !allowScripts[name])
  expect(unnamed).toEqual([])
})

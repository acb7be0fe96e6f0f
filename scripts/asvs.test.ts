import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The number of level 1 and 2 requirements in each chapter of ASVS 5.0.0. */
const perChapter = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]
const row = /^\| (?<number>(?<chapter>\d+)\.\d+\.\d+) \| .+ \| (?<state>[^|]+) \| [^|]+ \|$/gm

test('the list contains each ASVS requirement of levels 1 and 2 once, with a state and evidence', () => {
  const rows = [...read('docs/security/asvs.md').matchAll(row)].map(({ groups }) => groups)
  expect(new Set(rows.map((one) => one?.number)).size).toBe(rows.length)
  const inChapter = (chapter: number) =>
    rows.filter((one) => one?.chapter === String(chapter)).length
  expect(perChapter.map((_, at) => inChapter(at + 1))).toEqual(perChapter)
  const states = new Set(rows.map((one) => one?.state))
  expect([...states].toSorted()).toEqual(['holds', 'n/a', 'with a setting'])
  const so = (state: string) => rows.filter((one) => one?.state === state).length
  const summary = `| ${so('holds')} | ${so('with a setting')} | ${so('n/a')} |`
  expect(read('docs/security/asvs.md')).toContain(summary)
})

test('the list of keys contains each key derived from AUTH_SECRET', () => {
  const [, union = ''] = /^type Purpose =\n((?: {2}\|.+\n)+)/m.exec(read('server/secrets.ts')) ?? []
  const purposes = [...union.matchAll(/['`]([a-z ]+?)(?: \$\{string\})?['`]/g)].map(
    ([, one]) => one,
  )
  expect(purposes.length).toBeGreaterThan(6)
  const keys = read('docs/security/controls.md')
  expect(purposes.filter((purpose) => !keys.includes(`| key *${purpose}* |`))).toEqual([])
})

test('the security documents name only existing files', () => {
  const pages = [...globSync('docs/security/*.md', { cwd: root }), 'docs/trust.md', 'SECURITY.md']
  const missing = pages.flatMap((page) => {
    const text = read(page)
    const named = text.matchAll(/`((?:client|contract|server|scripts|e2e|docs)\/[\w./-]+)`/g)
    const linked = text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)
    const files = [
      ...[...named].map(([, file = '']) => join(root, file)),
      ...[...linked].map(([, file = '']) => join(root, dirname(page), file)),
    ]
    return files.filter((file) => !existsSync(file)).map((file) => `${page}: ${file}`)
  })
  expect(missing).toEqual([])
})

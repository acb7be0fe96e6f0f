import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/**
 * npm run release -- major|minor|patch [--date 2026-11-23] [--tested]
 *
 * Releases the last commit: checks that runtime packages are up to date and without a known vulnerability, runs
 * every test, sets the next version in package.json and the lockfile, moves the "Unreleased" part of
 * CHANGELOG.md to that version, commits and tags. Nothing is pushed. `--tested` skips the checks and tests, if
 * they have just passed on this commit.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { date: { type: 'string' }, tested: { type: 'boolean', default: false } },
})
const [step = ''] = positionals
const changelog = 'CHANGELOG.md'

const run = (program: string, ...words: string[]) =>
  execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()

function refuse(why: string): never {
  console.error(`No release: ${why}`)
  process.exit(1)
}

if (!['major', 'minor', 'patch'].includes(step)) refuse('name major, minor or patch')
if (run('git', 'status', '--porcelain') !== '') refuse('something is not committed')
if (run('git', 'branch', '--show-current') !== 'main') refuse('releases are made on main')

const text = readFileSync(changelog, 'utf8')
const [, news] = /^## Unreleased\n(.*?)(?=^## )/ms.exec(text) ?? []
if (!news?.trim()) refuse(`${changelog} has nothing under "Unreleased"`)

const before = values.tested ? [] : ['audit:updates', 'audit:packages', 'test']
for (const script of before) execFileSync('npm', ['run', script], { stdio: 'inherit' })

// npm computes the next version, and updates it in both places of the lockfile.
run('npm', 'version', step, '--no-git-tag-version')
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const date = values.date ?? new Date().toISOString().slice(0, 10)
writeFileSync(
  changelog,
  text.replace('## Unreleased\n', `## Unreleased\n\n## ${version} - ${date}\n`),
)
run('git', 'commit', '--all', '--message', `Molar ${version}`)
run('git', 'tag', '--annotate', `v${version}`, '--message', `Molar ${version}`)
console.log(`Molar ${version} is committed and tagged; git push --follow-tags publishes it.`)

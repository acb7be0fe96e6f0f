import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const script = join(import.meta.dirname, 'release.ts')

/** The smallest repository that can be released: one commit. */
function makeRepository(news: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'molar-release-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text)
  const version = { name: 'molar', version: '0.1.0' }
  write('package.json', JSON.stringify(version))
  write(
    'package-lock.json',
    JSON.stringify({ ...version, lockfileVersion: 3, packages: { '': version } }),
  )
  write('CHANGELOG.md', `# Changelog\n\n## Unreleased\n${news}\n## 0.1.0 - 2026-11-22\n\n- All.\n`)
  const git = (...words: string[]) => execFileSync('git', words, { cwd, encoding: 'utf8' }).trim()
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.email', 'release@molar.example')
  git('config', 'user.name', 'Release')
  git('add', '.')
  git('commit', '--quiet', '--message', 'All')
  const release = (...words: string[]) =>
    spawnSync(process.execPath, [script, ...words, '--tested'], { cwd, encoding: 'utf8' })
  const read = (name: string) => readFileSync(join(cwd, name), 'utf8')
  return { git, release, read, write }
}

test('a release increments the version, dates the changelog, commits and tags', () => {
  const { git, release, read } = makeRepository('\n- Backups.\n')
  expect(release('minor', '--date', '2026-12-01')).toMatchObject({ status: 0 })
  expect(JSON.parse(read('package.json')).version).toBe('0.2.0')
  expect(JSON.parse(read('package-lock.json')).packages[''].version).toBe('0.2.0')
  expect(read('CHANGELOG.md')).toContain('## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n- Backups.\n')
  expect(git('status', '--porcelain')).toBe('')
  expect(git('describe')).toBe('v0.2.0')
})

test('a release is refused with uncommitted changes, without changelog entries, or without a version step', () => {
  const { git, release, write } = makeRepository('')
  expect(release('patch').stderr).toContain('nothing under "Unreleased"')
  expect(release().stderr).toContain('name major, minor or patch')
  write('package.json', '{}')
  expect(release('patch').stderr).toContain('something is not committed')
  expect(git('tag')).toBe('')
})

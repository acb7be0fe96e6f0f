import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Fault } from './fault.ts'

const repository = join(import.meta.dirname, '../..')

/**
 * A copy of the last commit in a separate git worktree, with this one's packages, so that faults are never
 * made in files that are being edited. It is removed when the process ends, also by a signal.
 */
export function openCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'molar-faults-'))
  const root = join(folder, 'copy')
  const kept = join(folder, 'dist')
  git('worktree', 'add', '--detach', '--quiet', root, 'HEAD')
  process.once('exit', () => {
    // Files first: a command that is still ending may write more.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    git('worktree', 'remove', '--force', root)
  })
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))

  return {
    root,
    /** Stores the pages as they were built without a fault. */
    keepPages(): void {
      cpSync(join(root, 'dist'), kept, { recursive: true })
    },
    restorePages(): void {
      rmSync(join(root, 'dist'), { recursive: true, force: true })
      cpSync(kept, join(root, 'dist'), { recursive: true })
    },
    /** Makes a fault; returns a function that undoes it. */
    make({ file, find, replace }: Fault): () => void {
      const path = join(root, file)
      const before = readFileSync(path, 'utf8')
      writeFileSync(
        path,
        before.replace(find, () => replace),
      )
      return () => writeFileSync(path, before)
    },
  }
}

function git(...options: string[]): void {
  execFileSync('git', ['-C', repository, ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
}

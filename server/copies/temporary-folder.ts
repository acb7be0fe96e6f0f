import { lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { takeLock } from '../data-folder.ts'

/** TMPDIR may lie in the data folder; backups leave these names out (make-copy.ts). */
const names = /^molar-(verify|fetched)-/
const lockName = 'molar.lock'
const endings = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

/**
 * A folder under TMPDIR, for this user alone, for patients' data from a backup. It is removed by `remove`, or when
 * a signal ends this process; after a kill, when the next one is made.
 */
export function makeTemporaryFolder(purpose: 'verify' | 'fetched') {
  removeLeft()
  const made = mkdtempSync(join(tmpdir(), 'molar-made-'))
  // Locked before it has a name by which other processes look for what a kill left.
  const hold = takeLock(join(made, lockName))
  const path = join(tmpdir(), basename(made).replace('made', purpose))
  renameSync(made, path)
  const remove = (): void => {
    process.off('exit', remove)
    for (const signal of endings) process.off(signal, endBySignal)
    rmSync(path, { recursive: true, force: true })
    hold?.release()
  }
  process.once('exit', remove)
  for (const signal of endings) process.once(signal, endBySignal)
  return { path, remove }
}

/** With the exit code that a shell gives to a process that a signal ended. */
function endBySignal(_signal: NodeJS.Signals, number: number): void {
  process.exit(128 + number)
}

function removeLeft(): void {
  for (const name of readdirSync(tmpdir()).filter((found) => names.test(found))) {
    const path = join(tmpdir(), name)
    const found = lstatSync(path, { throwIfNoEntry: false })
    // All users of a machine may write to its usual TMPDIR.
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue
    try {
      const hold = takeLock(join(path, lockName))
      if (!hold) continue
      rmSync(path, { recursive: true, force: true })
      hold.release()
    } catch {
      // Another process is removing it at this moment.
    }
  }
}

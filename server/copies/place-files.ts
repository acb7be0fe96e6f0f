import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CopyRefused, refuseOutside } from './entries.ts'

/**
 * Writes files beside a data folder's own, and puts them in their place when all are there. A file that is
 * there already with the same content is left; so a second try goes on where the first ended.
 */
export async function createFilePlacer(dataDir: string) {
  const staging = join(dataDir, '.restoring')
  await rm(staging, { recursive: true, force: true })
  const staged: string[] = []
  return {
    async stage(name: string, bytes: Uint8Array): Promise<void> {
      refuseOutside(name)
      const present = await readFile(join(dataDir, name)).catch(() => null)
      if (present?.equals(bytes)) return
      if (present) throw new CopyRefused('not-empty', name)
      const file = join(staging, name)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const handle = await open(file, 'wx', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      staged.push(name)
    },
    async place(): Promise<void> {
      for (const name of staged) {
        await mkdir(dirname(join(dataDir, name)), { recursive: true, mode: 0o700 })
        await rename(join(staging, name), join(dataDir, name))
      }
    },
    close: () => rm(staging, { recursive: true, force: true }),
  }
}

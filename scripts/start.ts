import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// The second start finds its modules compiled, and needs a fifth less memory for it.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/molar-modules'))

const { ensureBuild } = await import('./ensure-build.ts')
try {
  await ensureBuild()
} catch (error) {
  console.error(`Molar cannot start: ${error instanceof Error ? error.message : error}.`)
  process.exit(1)
}
await import('../server/main.ts')

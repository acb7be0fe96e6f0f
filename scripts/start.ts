import { ensureBuild } from './ensure-build.ts'

try {
  await ensureBuild()
} catch (error) {
  console.error(`Molar cannot start: ${error instanceof Error ? error.message : error}.`)
  process.exit(1)
}
await import('../server/main.ts')

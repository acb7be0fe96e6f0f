import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { isBuildCurrent } from './build.ts'

/**
 * Builds the pages if they are missing or older than their sources. It runs in a separate process, so that the
 * bundler's memory and environment are gone when the portal runs.
 */
export async function ensureBuild(): Promise<void> {
  if (await isBuildCurrent()) return
  console.log('Building the pages, once …')
  const script = join(import.meta.dirname, 'build.ts')
  const child = spawn(process.execPath, [script], { stdio: 'inherit' })
  const leave = (signal: NodeJS.Signals) => {
    child.kill(signal)
    process.exit(1)
  }
  process.once('SIGTERM', leave).once('SIGINT', leave)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  process.off('SIGTERM', leave).off('SIGINT', leave)
  if (code !== 0) throw new Error('The pages could not be built')
}

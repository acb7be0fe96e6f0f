import { readConfig } from './config.ts'
import { createLog, type Log } from './http/log.ts'
import { explainStart } from './start-error.ts'
import { startPortal } from './start-portal.ts'

/** Milliseconds after a signal when the process ends, even if something hangs. */
const longestEndMs = 25_000

function endBySignal(log: Log, end: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      log.info({ signal }, 'shutting down')
      setTimeout(() => process.exit(1), longestEndMs).unref()
      await end()
      log.flush()
      process.exit(0)
    })
  }
}

// A full disk or a closed pipe there must not end the portal.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

try {
  // Files are only for the operating system's account of this process, whatever the folder allows.
  process.umask(0o077)
  const config = readConfig()
  const log = createLog(config.logLevel)
  const portal = await startPortal(config, log)
  endBySignal(log, portal.stop)
  await portal.ready
} catch (error) {
  process.stderr.write(`${explainStart(error)}\n`)
  process.exit(1)
}

import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadAnswer, ThreadRequest } from './sqlite-reader.ts'

/**
 * A thread's program: does what `sqlite-reader.ts` asks of a file that is open already, until it is told
 * to close. A statement is prepared each time, which is little beside what it reads.
 */
const name = String(workerData)
const file = new DatabaseSync(name, { readOnly: true })
file.exec('pragma busy_timeout = 5000; pragma cache_size = -4000; pragma temp_store = memory')
let log: DatabaseSync | undefined

parentPort?.on('message', (request: ThreadRequest) => {
  if (request === 'close') {
    log?.close()
    file.close()
    parentPort?.close()
    return
  }
  parentPort?.postMessage(answer(request))
})

function answer({ id, asks }: Exclude<ThreadRequest, 'close'>): ThreadAnswer {
  try {
    if (asks === 'copy log') return { id, rows: copyLog() }
    return { id, rows: file.prepare(asks.sql).all(...asks.values) }
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
    return { id, error: { message, code, errcode } }
  }
}

/** What only reads cannot copy. It waits for nobody and nobody waits for it: what is in use stays in the log. */
function copyLog(): unknown[] {
  log ??= new DatabaseSync(name)
  log.exec('pragma synchronous = full')
  return log.prepare('pragma wal_checkpoint(passive)').all()
}

import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReadAnswer, ReadRequest } from './sqlite-reader.ts'

/**
 * A thread's program: runs the statements of `sqlite-reader.ts` on an existing file, until it is closed. A
 * statement is prepared each time, which costs little compared with its reads.
 */
const file = new DatabaseSync(String(workerData), { readOnly: true })
file.exec('pragma busy_timeout = 5000; pragma cache_size = -4000; pragma temp_store = memory')

parentPort?.on('message', (request: ReadRequest) => {
  if (request === 'close') {
    file.close()
    parentPort?.close()
    return
  }
  parentPort?.postMessage(answer(request))
})

function answer({ id, sql, values }: Exclude<ReadRequest, 'close'>): ReadAnswer {
  try {
    return { id, rows: file.prepare(sql).all(...values) }
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
    return { id, error: { message, code, errcode } }
  }
}

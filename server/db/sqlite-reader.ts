import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import { bindable, LimitCompiler } from './sqlite.ts'
import { explainError } from './unavailable.ts'

const program = new URL('./sqlite-reader-thread.ts', import.meta.url)

export type ReadRequest = { id: number; sql: string; values: SQLInputValue[] } | 'close'
export type ReadAnswer = { id: number } & (
  | { rows: unknown[] }
  | { error: { message: string; code: unknown; errcode: unknown } }
)

type Pending = { resolve(rows: unknown[]): void; reject(error: unknown): void }

/**
 * A dialect that runs queries in a separate thread, on a read-only connection: `node:sqlite` blocks the event
 * loop for as long as a statement takes. Every statement sees what was committed before it was sent. Statements
 * run one at a time, in order.
 */
export function sqliteReaderDialect(file: string): Dialect {
  const reader = createReader(file)
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery) => ({
      rows: (await reader.read(sql, bindable(parameters))) as Row[],
    }),
    streamQuery: () => {
      throw new Error('The reader answers with all rows at once')
    },
  }
  const refuse = async () => {
    throw new Error('The reader has no transactions')
  }
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new LimitCompiler(),
    createIntrospector: (query) => new SqliteIntrospector(query),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      destroy: reader.close,
    }),
  }
}

/** The thread starts with the first read; after it has failed, the next read starts another. */
function createReader(file: string) {
  let worker: Worker | null = null
  let reads = 0
  const pending = new Map<number, Pending>()

  function start(): Worker {
    const cache = getCompileCacheDir()
    // A thread gets a compile cache only by this variable, and needs no other. Node creates a subfolder for its
    // version.
    const env = cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) }
    const started = new Worker(program, { workerData: file, execArgv: [], env })
    started.on('message', settle)
    const onEnd = (error: Error) => worker === started && end(error)
    started.once('error', onEnd)
    started.once('exit', () => onEnd(new Error('The thread that reads SQLite ended')))
    return started
  }

  function settle(answer: ReadAnswer): void {
    const read = pending.get(answer.id)
    pending.delete(answer.id)
    if ('rows' in answer) read?.resolve(answer.rows)
    else read?.reject(explainError(Object.assign(new Error(answer.error.message), answer.error)))
  }

  function end(error: Error): void {
    worker = null
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  function send(request: ReadRequest): void {
    worker ??= start()
    worker.postMessage(request)
  }

  return {
    read: (sql: string, values: SQLInputValue[]): Promise<unknown[]> =>
      new Promise((resolve, reject) => {
        reads += 1
        pending.set(reads, { resolve, reject })
        send({ id: reads, sql, values })
      }),
    close: async (): Promise<void> => {
      if (!worker) return
      const ended = new Promise((resolve) => worker?.once('exit', resolve))
      send('close')
      await ended
    },
  }
}

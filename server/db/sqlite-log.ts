import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Pages that are in the log alone, 4 MB, before they are copied into the file. */
const mostPages = 1000

/** Milliseconds from a commit to the look at the log: commits that follow each other share one. */
const restMs = 50

/**
 * Copies SQLite's log into the file by `copy`, in another thread: a commit that does so itself takes some
 * twenty milliseconds more. Answers what is to be called after each commit.
 */
export function createLogWatch(file: DatabaseSync, copy: () => Promise<unknown>): () => void {
  let length: StatementSync | undefined
  let isWatching = false

  function watch(): void {
    if (isWatching) return
    isWatching = true
    setTimeout(look, restMs).unref()
  }

  async function look(): Promise<void> {
    isWatching = false
    if (!file.isOpen) return
    // SQLite does not say it within a transaction.
    if (file.isTransaction) return watch()
    length ??= file.prepare('pragma wal_checkpoint(noop)')
    const { log, checkpointed } = length.get() as { log: number; checkpointed: number }
    if (log - checkpointed < mostPages) return
    isWatching = true
    // Where it fails the log grows until a commit copies it, and says what is wrong.
    await copy().catch(() => {})
    isWatching = false
  }

  return watch
}

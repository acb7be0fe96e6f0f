type Read<T> = () => Promise<T>

/**
 * Lets calls that ask the same at the same time share one read of the database. Who asks while it runs
 * waits for the next, which begins after all who share it have asked: whatever was committed before a
 * call is in its answer, as if it had read alone.
 */
export function createSharedReads<T>(): (key: string, read: Read<T>) => Promise<T> {
  const running = new Map<string, { end: Promise<void>; next?: Promise<T> }>()

  function begin(key: string, read: Read<T>): Promise<T> {
    const result = read()
    const end = result.then(
      () => {},
      () => {},
    )
    const entry: { end: Promise<void>; next?: Promise<T> } = { end }
    running.set(key, entry)
    void end.then(() => {
      if (!entry.next) running.delete(key)
    })
    return result
  }

  return (key, read) => {
    const entry = running.get(key)
    if (!entry) return begin(key, read)
    entry.next ??= entry.end.then(() => begin(key, read))
    return entry.next
  }
}

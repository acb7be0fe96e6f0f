type Read<T> = () => Promise<T>

/**
 * Lets identical concurrent calls share one read of the database. A call during a read waits for the next read,
 * which begins after all calls that share it: everything committed before a call is in its answer, as if it had
 * read alone.
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

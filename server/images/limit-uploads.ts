/** Lets `places` tasks run at a time; the others wait in line, the first come first. */
export function createUploadLimit(places: number) {
  const waiting: (() => void)[] = []
  let free = places
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

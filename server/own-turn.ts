/**
 * Runs what it is given in the order in which it came, one in a turn of the event loop. Between two of
 * them everybody else is answered, so what is dear, or came in a heap, holds nobody up.
 */
export function createOwnTurns(): (task: () => void) => void {
  const waiting: (() => void)[] = []
  function runNext(): void {
    const task = waiting.shift()
    if (waiting.length > 0) setImmediate(runNext)
    task?.()
  }
  return (task) => {
    if (waiting.push(task) === 1) setImmediate(runNext)
  }
}

const turns = createOwnTurns()

/** Resolves in a turn of the event loop that nothing else of those who wait here shares. */
export function ownTurn(): Promise<void> {
  return new Promise(turns)
}

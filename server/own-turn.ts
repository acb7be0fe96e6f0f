/**
 * Runs tasks in the order in which they came, one per turn of the event loop. Other requests are answered in
 * between, so a burst of expensive tasks does not delay them by more than one task.
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

/** Counts turns of the event loop from now on; the answer ends that and says how many there were. */
export function countTurns(): () => number {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  return () => {
    isOver = true
    return turns
  }
}

import { useState } from 'react'

/**
 * The time that is chosen in the form: the one remembered, or the first that is free. While somebody
 * else has it none is chosen, so that nobody books another time unawares; once it is free again, it is
 * chosen again.
 */
export function useSlot(
  free: readonly string[],
  remembered: string | null,
  onChoose: (slot: string) => void,
) {
  const [wanted, setWanted] = useState(remembered ?? free[0] ?? null)
  const [wasTaken, setWasTaken] = useState(false)
  const isFree = wanted !== null && free.includes(wanted)
  if (!isFree && !wasTaken) setWasTaken(true)

  return {
    slot: isFree ? wanted : undefined,
    taken: isFree ? null : wanted,
    isBack: isFree && wasTaken,
    choose(next: string) {
      setWanted(next)
      setWasTaken(false)
      onChoose(next)
    },
  }
}

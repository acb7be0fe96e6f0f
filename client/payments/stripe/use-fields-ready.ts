import { useEffect, useState } from 'react'

const fieldCount = 3
const patienceMs = 15_000

/** Whether all of the fields can be typed in; `isLate` when their frames seem to hang. */
export function useFieldsReady(isLoaded: boolean) {
  const [ready, setReady] = useState<readonly string[]>([])
  const [isLate, setLate] = useState(false)
  const isReady = ready.length === fieldCount

  useEffect(() => {
    if (!isLoaded || isReady) return
    const timer = setTimeout(setLate, patienceMs, true)
    return () => clearTimeout(timer)
  }, [isLoaded, isReady])

  return {
    isReady,
    isLate: isLate && !isReady,
    onReady: (field: string) => setReady((known) => [...new Set([...known, field])]),
  }
}

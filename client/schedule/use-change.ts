import { useRef, useState } from 'react'
import { useLanguage } from '../i18n/language.tsx'
import { type Problem, problemOf } from './change-problem.ts'

/**
 * Makes one change at a time. Whatever stands in its way is said, and `reload` fetches what is so
 * by now, as somebody else may have changed it.
 */
export function useChange(reload: () => void) {
  const language = useLanguage()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  // Two presses in the same moment both see `isBusy` unset.
  const inFlight = useRef(false)

  async function run<T>(
    act: () => Promise<T>,
    onDone: (answer: T) => void,
    onRefused: (problem: Problem) => void = () => {},
  ) {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    setProblem(null)
    try {
      onDone(await act())
    } catch (error) {
      const found = problemOf(language, error)
      setProblem(found)
      onRefused(found)
      reload()
    } finally {
      inFlight.current = false
      setBusy(false)
    }
  }

  return { isBusy, problem, run, forget: () => setProblem(null) }
}

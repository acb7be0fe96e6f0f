import { useEffect, useState } from 'react'
import { ApiError } from '../data/api.ts'
import { currentLanguage } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'

/** One operation at a time: whether it runs, and what went wrong with the last one. */
export function useOperation() {
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    // The way back from another site may show this page as it was left: with the spinner on.
    const comeBack = (event: PageTransitionEvent) => event.persisted && setRunning(false)
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])

  /** `'leaving'`: the browser is on its way to another page, so it goes on running. */
  async function run(operation: () => Promise<'leaving' | 'done'>) {
    if (running) return
    setRunning(true)
    setProblem('')
    const outcome = await operation().catch((fault: unknown) => {
      setProblem(sentence(fault))
      return 'failed' as const
    })
    if (outcome !== 'leaving') setRunning(false)
  }

  /** `problem` is undefined until there was an operation. */
  return { running, problem, run, setProblem }
}

function sentence(fault: unknown): string {
  return fault instanceof ApiError ? fault.message : sharedTexts[currentLanguage()].unexpected
}

import { useState } from 'react'
import type { FeedState, NewFeed } from '../../contract/calendar/endpoints.ts'
import { ApiError } from '../data/api.ts'
import { useFetched } from '../data/use-fetched.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { toast } from '../ui/toast.ts'
import type { FeedQuestion } from './feed-actions.tsx'
import { feedTexts } from './texts.ts'

/** How one kind of feed is read, made and ended. */
export type FeedCalls = {
  read(signal: AbortSignal): Promise<FeedState>
  make(): Promise<NewFeed>
  revoke(): Promise<unknown>
}

/** A feed as its owner sees it, and what can be done with it. `madeAt` is undefined until it is known. */
export function useFeed(calls: FeedCalls) {
  const { ended } = useTexts(feedTexts)
  const state = useFetched('feed', calls.read)
  /** What was done here since it was read; `null` when it was ended. */
  const [made, setMade] = useState<NewFeed | null>()
  const [question, setQuestion] = useState<FeedQuestion>()
  const { busy, problem, run, forget } = useAct()

  const settle = (next: NewFeed | null) => {
    setMade(next)
    setQuestion(undefined)
  }
  const known: FeedState | undefined = made === null ? { madeAt: null } : (made ?? state.data)
  return {
    state,
    made,
    madeAt: known?.madeAt,
    question,
    busy,
    problem,
    onAsk(next: FeedQuestion | undefined) {
      forget()
      setQuestion(next)
    },
    make: () => run(async () => settle(await calls.make())),
    revoke: () =>
      run(async () => {
        await calls.revoke()
        settle(null)
        toast.success(ended)
      }),
  }
}

/** One act at a time, and what went wrong with the last one. */
function useAct() {
  const { unexpected } = useTexts(sharedTexts)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function run(act: () => Promise<void>): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : unexpected)
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, run, forget: () => setProblem(undefined) }
}

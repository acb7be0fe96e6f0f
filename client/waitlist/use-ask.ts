import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { waitingEndpoints } from '../../contract/waitlist/endpoints.ts'
import type { WaitRequest } from '../../contract/waitlist/waitlist.ts'
import { ApiError, call } from '../data/api.ts'
import { useProblems } from '../forms/use-problems.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { useSession } from '../identity/session.tsx'
import { toast } from '../ui/toast.ts'
import type { Topic } from './ask-topic.ts'
import { formTexts } from './form-texts.ts'
import type { Loaded } from './load-ask.ts'
import { type DraftField, draftOf, rangeOf, readDraft, type WaitDraft } from './wait-draft.ts'

const fields = ['person', 'treatment', 'from', 'until', 'weekdays', 'untilMinute'] as const

/** Refusals that are about one field. */
const fieldOf: Record<string, DraftField> = {
  days_over: 'until',
  days_backwards: 'until',
  days_too_many: 'until',
  no_weekday: 'weekdays',
  no_such_weekday: 'weekdays',
  times_backwards: 'untilMinute',
  unknown_treatment: 'treatment',
}

/** A wish as it is being written. What was typed stays, whatever the clinic answers. */
export function useAsk(topic: Topic, loaded: Loaded) {
  const language = useLanguage()
  const t = useTexts(formTexts)
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => draftOf(topic, loaded))
  const { show, forget, refuse, ...shown } = useProblems(fields)
  const { busy, run } = useSending((error) => refuse(error, fieldOf))
  const { wait, appointment } = loaded

  async function send(suits: Omit<WaitRequest, 'appointment' | 'treatmentId' | 'person'>) {
    if (wait) {
      const params = { id: wait._id }
      await call(waitingEndpoints.changeWait, { params, body: suits })
      toast.success(t.saved)
    } else {
      const about = { appointment: appointment?._id ?? null, treatmentId: draft.treatment }
      const body = { ...suits, ...about, person: draft.person || null }
      const { offer } = await call(waitingEndpoints.askEarlier, { body })
      toast.success(offer ? t.foundAtOnce : t.joined)
    }
    await navigate(paths.waiting, { replace: true })
  }

  return {
    ...shown,
    draft,
    busy,
    change(part: Partial<WaitDraft>) {
      setDraft({ ...draft, ...part })
      forget(Object.keys(part))
    },
    /** Another treatment has other times. */
    chooseTreatment(treatment: string) {
      setDraft({ ...draft, treatment, ...rangeOf(loaded.treatments, treatment) })
      forget(['treatment', 'untilMinute'])
    },
    submit(event: FormEvent) {
      event.preventDefault()
      const { suits, problems = {} } = readDraft(draft, language)
      show(problems)
      if (suits) void run(() => send(suits))
    },
  }
}

/** One sending at a time; two presses in the same moment are one. */
function useSending(onRefused: (error: ApiError) => void) {
  const { refresh } = useSession()
  const { unexpected } = useTexts(sharedTexts)
  const t = useTexts(formTexts)
  const [busy, setBusy] = useState(false)
  const inFlight = useRef(false)

  function refusalOf(error: unknown): ApiError {
    if (!(error instanceof ApiError)) {
      return new ApiError({ status: 0, code: 'unexpected', message: unexpected })
    }
    if (error.status !== 401) return error
    // Where the session is over, the page's guard asks to sign in and comes back here.
    refresh().catch(() => {})
    return new ApiError({ status: 401, code: error.code, message: t.signedOut })
  }

  async function run(act: () => Promise<void>) {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    await act().catch((error: unknown) => onRefused(refusalOf(error)))
    inFlight.current = false
    setBusy(false)
  }

  return { busy, run }
}

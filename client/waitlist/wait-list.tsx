import { type ReactNode, type RefObject, useState } from 'react'
import { paths } from '../../contract/page-paths.ts'
import { waitingEndpoints } from '../../contract/waitlist/endpoints.ts'
import type { Wait } from '../../contract/waitlist/waitlist.ts'
import { ApiError, call } from '../data/api.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { toast } from '../ui/toast.ts'
import { LeaveModal } from './leave-modal.tsx'
import { waitingTexts } from './texts.ts'
import './wait-list.css'
import { daysText, placeText, timesText, whenText } from './wait-text.ts'

type WaitListProps = {
  waits: readonly Wait[]
  /** One of them was left, or rests no longer. */
  onChanged: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

/** The wishes that wait, and those that are over. */
export function WaitList({ waits, onChanged, focusAfterwards }: WaitListProps) {
  const t = useTexts(waitingTexts)
  const [leaving, setLeaving] = useState<Wait>()
  const waiting = waits.filter(({ state }) => state === 'waiting')
  const over = waits.filter(({ state }) => state !== 'waiting')
  return (
    <>
      {waiting.length > 0 && (
        <section className="waits" aria-labelledby="waits-waiting">
          <h3 id="waits-waiting">{t.waiting}</h3>
          <ul className="wait-list">
            {waiting.map((wait) => (
              <WaitItem key={wait._id} wait={wait} onLeave={() => setLeaving(wait)}>
                {wait.paused === 'unanswered' && <Resume wait={wait} onResumed={onChanged} />}
              </WaitItem>
            ))}
          </ul>
        </section>
      )}
      {over.length > 0 && (
        <section className="waits" aria-labelledby="waits-over">
          <h3 id="waits-over">{t.past}</h3>
          <ul className="wait-list">
            {over.map((wait) => (
              <WaitItem key={wait._id} wait={wait} />
            ))}
          </ul>
        </section>
      )}
      <LeaveModal
        wait={leaving}
        onClose={() => setLeaving(undefined)}
        onLeft={() => {
          setLeaving(undefined)
          onChanged()
        }}
        focusAfterwards={focusAfterwards}
      />
    </>
  )
}

/** Somebody who did not answer still wants to be offered something. */
function Resume({ wait, onResumed }: { wait: Wait; onResumed: () => void }) {
  const t = useTexts(waitingTexts)
  const { unexpected } = useTexts(sharedTexts)
  const [busy, setBusy] = useState(false)

  async function resume() {
    setBusy(true)
    try {
      await call(waitingEndpoints.resumeWait, { params: { id: wait._id } })
      toast.success(t.resumed)
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : unexpected)
    }
    setBusy(false)
    onResumed()
  }

  return (
    <Button busy={busy} aria-label={t.resumeOf(wait.treatment)} onClick={() => void resume()}>
      {t.resume}
    </Button>
  )
}

type WaitItemProps = { wait: Wait; onLeave?: () => void; children?: ReactNode }

function WaitItem({ wait, onLeave, children }: WaitItemProps) {
  const { treatment, patientName, appointment } = wait
  const language = useLanguage()
  const t = useTexts(waitingTexts)
  return (
    <li className="wait">
      <div className="wait-facts">
        <p className="wait-treatment">{treatment}</p>
        <p>{t.forWhom(patientName)}</p>
        <p>{appointment ? t.instead(whenText(language, appointment)) : t.newOne}</p>
        <p>{daysText(language, wait)}</p>
        <p>{timesText(language, wait)}</p>
        <p className="wait-place">{placeText(language, wait)}</p>
      </div>
      {onLeave && (
        <div className="wait-actions">
          {children}
          <ButtonLink
            variant="quiet"
            to={paths.changeWait(wait._id)}
            aria-label={t.changeOf(treatment)}
          >
            {t.change}
          </ButtonLink>
          <Button variant="quiet" aria-label={t.leaveOf(treatment)} onClick={onLeave}>
            {t.leave}
          </Button>
        </div>
      )}
    </li>
  )
}

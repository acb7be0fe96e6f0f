import { useEffect, useId, useRef, useState } from 'react'
import {
  openingEndpoints,
  type SettledAppointment,
  type SettleWay,
} from '../../../contract/clinic/endpoints.ts'
import type { Day } from '../../../contract/date.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { Language } from '../../../contract/language.ts'
import { dialled } from '../../../contract/phone.ts'
import { scheduleEndpoints } from '../../../contract/schedule/endpoints.ts'
import { showDate, showSlot } from '../../../contract/show.ts'
import { call } from '../../data/api.ts'
import { useAction } from '../../data/use-action.ts'
import { holdTab } from '../../forms/leaving.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { RadioChoice } from '../../ui/fields/radio-choice.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { inOrder, isToCall, settledText, settleTexts, summaryText } from './settle-text.ts'
import './settle-closed.css'

/** Which closed days: ISO, both ends included; only some of them, or those of some weekdays, where these are named. */
export type ClosedScope = { from: Day; to: Day; days?: Day[]; weekdays?: number[] }

type Progress = {
  scope: ClosedScope
  way: SettleWay
  settled: readonly SettledAppointment[]
  /** How many are still to come. */
  left: number
}

type Page = AnswerOf<typeof openingEndpoints.settleClosed>

const touches = [
  openingEndpoints.readOpening,
  scheduleEndpoints.readDay,
  scheduleEndpoints.readMonth,
]

/** What one press settles: it goes on until it is stopped, its dialog closed or its page left. */
type Run = Pick<Progress, 'scope' | 'way'> & { isStopped: boolean }

/** Settles what stands on closed days, some at a time; what is done is not done again by another press. */
export function useSettling() {
  const [progress, setProgress] = useState<Progress>()
  const current = useRef<Run>(undefined)
  const { pending, refusal, run, forget } = useAction({
    async send(own: Run) {
      const { scope, way } = own
      let after: string | undefined
      do {
        const page: Page = await call(openingEndpoints.settleClosed, {
          body: { ...scope, way, after },
        })
        // The dialog was closed meanwhile, and may be open for other days.
        if (own !== current.current) return
        setProgress((before) => ({
          scope,
          way,
          left: page.left,
          settled: inOrder([...(before?.settled ?? []), ...page.settled]),
        }))
        after = page.next ?? undefined
      } while (after !== undefined && !own.isStopped)
    },
    touches,
  })
  useEffect(() => {
    if (pending) return holdTab()
  }, [pending])
  // The way back in the browser's history leaves the dialog open.
  useEffect(
    () => () => {
      current.current = undefined
    },
    [],
  )

  function begin({ scope, way }: Pick<Progress, 'scope' | 'way'>) {
    current.current = { scope, way, isStopped: false }
    void run(current.current)
  }

  return {
    progress,
    /** Also while a call of a dialog that was closed is under way: until it has ended, nothing else can start. */
    pending,
    refusal,
    start(scope: ClosedScope, way: SettleWay) {
      setProgress({ scope, way, settled: [], left: 0 })
      begin({ scope, way })
    },
    goOn() {
      if (progress) begin(progress)
    },
    stop() {
      if (current.current) current.current.isStopped = true
    },
    /** Ends after what is under way. */
    close() {
      current.current = undefined
      forget()
      setProgress(undefined)
    },
  }
}

export type Settling = ReturnType<typeof useSettling>

type WayChoiceProps<Way extends SettleWay | 'leave'> = {
  ways: readonly Way[]
  chosen: Way
  onChoose: (way: Way) => void
}

export function WayChoice<Way extends SettleWay | 'leave'>(props: WayChoiceProps<Way>) {
  const t = useTexts(settleTexts)
  return (
    <RadioChoice
      legend={t.legend}
      name={useId()}
      options={props.ways.map((value) => ({ value, label: t.ways[value], hint: t.hints[value] }))}
      chosen={props.chosen}
      onChoose={props.onChoose}
    />
  )
}

/** The button's label for this many appointments. `mayBeMore`: a list of 100 may be cut off. */
export function useWayLabel(way: SettleWay, count: number, mayBeMore = false): string {
  const t = useTexts(settleTexts)
  return count === 1 ? t.goOne[way] : t.go[way](mayBeMore ? `${count}+` : String(count))
}

/** How far it is, then what became of each appointment. For the inside of a dialog. */
export function SettleOutcome({ settling, onClose }: { settling: Settling; onClose: () => void }) {
  const language = useLanguage()
  const t = useTexts(settleTexts)
  const { progress, pending, refusal } = settling
  const news = useRef<HTMLParagraphElement>(null)
  // The button that was pressed is gone.
  useEffect(() => news.current?.focus(), [])
  if (!progress) return null
  const { way, settled, left } = progress
  const all = settled.length + left
  const isWhole =
    !pending && !refusal && left === 0 && settled.every(({ failed }) => failed === null)
  return (
    <div className="settle">
      <p ref={news} tabIndex={-1} role="status" className="settle-news">
        {pending ? pendingText(language, progress) : summaryText(language, way, settled)}
      </p>
      {pending && (
        <progress
          aria-label={t.title[way]}
          value={all > 0 ? settled.length : undefined}
          max={Math.max(all, 1)}
        />
      )}
      <ErrorLine>{refusal?.message}</ErrorLine>
      {!isWhole && <p className="settle-safe">{t.safe}</p>}
      {settled.length > 0 && (
        <ul className="settled" aria-label={t.results}>
          {settled.map((one) => (
            <SettledLine key={one._id} way={way} one={one} />
          ))}
        </ul>
      )}
      <div className="confirm-buttons">
        {pending ? (
          <Button variant="quiet" onClick={settling.stop}>
            {t.stop}
          </Button>
        ) : (
          <>
            {!isWhole && <Button onClick={settling.goOn}>{t.tryAgain}</Button>}
            <Button variant={isWhole ? 'primary' : 'quiet'} onClick={onClose}>
              {t.done}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function pendingText(language: Language, { way, settled, left }: Progress): string {
  const t = settleTexts[language]
  const all = settled.length + left
  return all > 0 ? t.of(settled.length, all) : t.title[way]
}

function SettledLine({ way, one }: { way: SettleWay; one: SettledAppointment }) {
  const language = useLanguage()
  const t = useTexts(settleTexts)
  const { patientName, date, slot, phone, failed } = one
  const number = dialled(phone)
  const text = settledText(language, way, one)
  return (
    <li data-failed={failed !== null || undefined}>
      <strong>{patientName}</strong>
      <span className="settled-time">
        {showDate(language, date)}, {showSlot(language, slot)}
      </span>
      <span className="settled-outcome">
        {text}
        {isToCall(one) && (
          <>
            {text && '. '}
            {number ? t.call : t.noPhone} {number && <a href={`tel:${number}`}>{phone}</a>}
          </>
        )}
      </span>
    </li>
  )
}

type SettleModalProps = {
  title: string
  /** Of what stands on these days. */
  scope: ClosedScope
  count: number
  isOpen: boolean
  onClose: () => void
}

const both = ['ask', 'cancel'] as const

/** Settles what still stands on days that were closed before. */
export function SettleModal({ title, scope, count, isOpen, onClose }: SettleModalProps) {
  const settling = useSettling()
  const [way, setWay] = useState<SettleWay>('ask')
  const { goBack } = useTexts(sharedTexts)
  const label = useWayLabel(way, count)
  function close() {
    settling.close()
    setWay('ask')
    onClose()
  }
  return (
    <Modal title={title} isOpen={isOpen} onClose={close} alert>
      {settling.progress ? (
        <SettleOutcome settling={settling} onClose={close} />
      ) : (
        <>
          <WayChoice ways={both} chosen={way} onChoose={setWay} />
          <div className="confirm-buttons">
            <Button
              variant={way === 'cancel' ? 'danger' : 'primary'}
              busy={settling.pending}
              onClick={() => settling.start(scope, way)}
            >
              {label}
            </Button>
            <Button variant="quiet" onClick={close}>
              {goBack}
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}

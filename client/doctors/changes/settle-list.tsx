import { useState } from 'react'
import { type PlanChange, planChangeEndpoints } from '../../../contract/doctors/plan-changes.ts'
import type { Language } from '../../../contract/language.ts'
import { dialled } from '../../../contract/phone.ts'
import { refusalText } from '../../../contract/refusal-texts.ts'
import { scheduleEndpoints } from '../../../contract/schedule/endpoints.ts'
import { showDate, showSlot } from '../../../contract/show.ts'
import { call } from '../../data/api.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import {
  choicesOf,
  type Decisions,
  decideAll,
  decisionOf,
  type ForAll,
  forAllOf,
  optionsOf,
  type ToDecide,
} from './choices.ts'
import './changes.css'
import { changesTexts } from './texts.ts'

/** Appointments in one call, as the server takes them. */
const atOnce = 5

/** The screens that show what a decision changes. */
export const settleTouches = [
  planChangeEndpoints.readPlanChange,
  planChangeEndpoints.listPlanChanges,
  scheduleEndpoints.readDay,
  scheduleEndpoints.readMonth,
]

/** Why appointments were not settled, by their ids. */
export type Failures = Readonly<Record<string, string>>

/**
 * Sends decisions, some at a time; each is done or not by itself. `fault`: sending failed, such as for want of a
 * connection, and the rest was not sent.
 */
export async function settleAll(
  id: PlanChange['_id'],
  choices: ReturnType<typeof choicesOf>,
  onProgress: (done: number) => void,
): Promise<{ failures: Failures; fault?: unknown }> {
  const failures: Record<string, string> = {}
  onProgress(0)
  for (let at = 0; at < choices.length; at += atOnce) {
    const some = choices.slice(at, at + atOnce)
    const body = { choices: some }
    try {
      const { settled } = await call(planChangeEndpoints.settlePlanChange, { params: { id }, body })
      for (const { _id, failed } of settled) if (failed !== null) failures[_id] = failed
    } catch (fault) {
      return { failures, fault }
    }
    onProgress(at + some.length)
  }
  return { failures }
}

const changedCodes = ['not_found', 'appointment_changed', 'appointment_cancelled']

/** How many decisions came too late: their appointments have changed since they were listed, and may have left the list. */
export function overtakenIn(failures: Failures): number {
  return Object.values(failures).filter((code) => changedCodes.includes(code)).length
}

/** For the history's state: what a page could not carry out, and why it had to stop. */
export type LeftOver = { failures: Failures; stopped: string | null }

/** What the page before has left, if anything. */
export function leftOverIn(state: unknown): LeftOver {
  if (typeof state !== 'object' || state === null) return { failures: {}, stopped: null }
  const failures = 'failures' in state && state.failures ? Object.entries(state.failures) : []
  return {
    failures: Object.fromEntries(failures.map(([id, code]) => [id, String(code)])),
    stopped: 'stopped' in state && typeof state.stopped === 'string' ? state.stopped : null,
  }
}

/** A code of a decision that was not carried out, in the reader's words. */
export function failureText(language: Language, code: string): string {
  const why = refusalText(language, 'staff', { code, status: 409 })
  return changesTexts[language].notDone(why ?? '').trimEnd()
}

/** What staff decide for each appointment of a list, as proposed at first. */
export function useDecisions(all: readonly ToDecide[]) {
  const [decisions, setDecisions] = useState<Decisions>(new Map())
  return {
    decisions,
    choices: choicesOf(all, decisions),
    forAll: forAllOf(all, decisions),
    decideAll: (way: Exclude<ForAll, 'mixed'>) => setDecisions(decideAll(all, way)),
    decide: (id: string, decision: string) =>
      setDecisions((before) => {
        const options = all.flatMap((one) => (one._id === id ? optionsOf('en', one) : []))
        const known = options.find(({ value }) => value === decision)
        return known ? new Map([...before, [id, known.value]]) : before
      }),
  }
}

type SettleListProps = {
  all: readonly ToDecide[]
  /** There are more, on other pages. */
  isPart?: boolean
  deciding: ReturnType<typeof useDecisions>
  failures?: Failures
}

/** The appointments of a list with a choice for each, and one for all. */
export function SettleList({ all, isPart = false, deciding, failures = {} }: SettleListProps) {
  const language = useLanguage()
  const t = useTexts(changesTexts)
  const { forAll } = deciding
  const ways = [
    ...(forAll === 'mixed' ? [{ value: 'mixed', label: t.mixed }] : []),
    { value: 'proposed', label: t.proposed },
    { value: 'ask', label: t.ask },
    { value: 'cancel', label: t.cancel },
    { value: 'leave', label: t.leave },
  ]
  return (
    <div className="settle-list">
      {all.length > 1 && (
        <div className="settle-all">
          <SelectField
            label={isPart ? t.forShown : t.forAll}
            options={ways}
            value={forAll}
            onChange={({ target: { value } }) => {
              if (value === 'ask' || value === 'cancel' || value === 'leave') {
                deciding.decideAll(value)
              } else deciding.decideAll('proposed')
            }}
          />
        </div>
      )}
      <ul className="settle-lines">
        {all.map((one) => (
          <li key={one._id} data-decision={decisionOf(all, deciding.decisions, one._id)}>
            <div className="settle-who">
              <strong>{one.patientName}</strong>
              <span>{one.treatment}</span>
              <span>
                {showDate(language, one.date)}, {showSlot(language, one.slot)}
              </span>
              <Contact {...one.proposal} />
            </div>
            <SelectField
              label={t.decide(one.patientName)}
              options={optionsOf(language, one)}
              value={decisionOf(all, deciding.decisions, one._id)}
              error={failures[one._id] && failureText(language, failures[one._id] ?? '')}
              onChange={({ target }) => deciding.decide(one._id, target.value)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What one press does to patients, before it is pressed. */
export function SettleHint({ choices }: { choices: ReturnType<typeof choicesOf> }) {
  const t = useTexts(changesTexts)
  const cancelled = choices.filter(({ way }) => way === 'cancel').length
  return (
    <>
      {choices.length > cancelled && <p className="settle-hint">{t.willMail}</p>}
      {cancelled > 0 && <p className="settle-cancels">{t.willCancel(cancelled)}</p>}
    </>
  )
}

/** How a patient is reached: by phone, and whether that is the only way. */
export function Contact({ phone, hasMail }: { phone: string; hasMail: boolean }) {
  const t = useTexts(changesTexts)
  const number = dialled(phone)
  if (!number) return hasMail ? null : <span className="settle-call">{t.noPhone}</span>
  return (
    <span className={hasMail ? undefined : 'settle-call'}>
      {!hasMail && `${t.noMail} `}
      <a href={`tel:${number}`}>{phone}</a>
    </span>
  )
}

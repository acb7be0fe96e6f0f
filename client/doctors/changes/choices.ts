import type * as z from 'zod/mini'
import type { SettlementChoice } from '../../../contract/doctors/plan-changes.ts'
import type { PlaceOfAppointment, Proposal } from '../../../contract/errors.ts'
import type { Language } from '../../../contract/language.ts'
import { showDate, showSlot } from '../../../contract/show.ts'
import { changesTexts } from './texts.ts'

/** An appointment that staff decide on. */
export type ToDecide = {
  _id: string
  patientName: string
  treatment: string
  date: string
  slot: string
  /** Who has it now, the id. */
  doctor: string | null
  proposal: Proposal
}

/** `same`, the place of a time in its list, or what needs no place. */
export type Decision = 'same' | `time-${number}` | 'ask' | 'cancel' | 'leave'
export type Decisions = ReadonlyMap<string, Decision>

/** What staff can do about all at once; `mixed` where they have decided on some by themselves. */
export type ForAll = 'proposed' | 'ask' | 'cancel' | 'leave' | 'mixed'

/** The same time with a colleague before a new time; where neither is free, the patient chooses. */
export function proposedFor({ proposal }: ToDecide): Decision {
  if (proposal.same) return 'same'
  return proposal.times.length > 0 ? 'time-0' : 'ask'
}

export function decideAll(all: readonly ToDecide[], way: Exclude<ForAll, 'mixed'>): Decisions {
  return new Map(all.map((one) => [one._id, way === 'proposed' ? proposedFor(one) : way]))
}

/** What holds for all of them. */
export function forAllOf(all: readonly ToDecide[], decisions: Decisions): ForAll {
  const ways = ['proposed', 'ask', 'cancel', 'leave'] as const
  const isSo = (way: Exclude<ForAll, 'mixed'>) =>
    [...decideAll(all, way)].every(([id, decision]) => decisionOf(all, decisions, id) === decision)
  return ways.find(isSo) ?? 'mixed'
}

/** The decision of staff. The proposal if there is none, or if the chosen option no longer exists. */
export function decisionOf(all: readonly ToDecide[], decisions: Decisions, id: string): Decision {
  const one = all.find(({ _id }) => _id === id)
  if (!one) return 'leave'
  const decision = decisions.get(id)
  const isThere = decision !== undefined && optionsOf('en', one).some((o) => o.value === decision)
  return isThere ? decision : proposedFor(one)
}

type DecisionOption = { value: Decision; label: string }

/** What can become of an appointment, in the reader's words. */
export function optionsOf(
  language: Language,
  { doctor, proposal: { same, times } }: Pick<ToDecide, 'doctor' | 'proposal'>,
): DecisionOption[] {
  const t = changesTexts[language]
  const when = ({ date, slot }: PlaceOfAppointment) =>
    `${showDate(language, date)}, ${showSlot(language, slot)}`
  const sameLabel = (place: PlaceOfAppointment) =>
    place.doctor === doctor ? t.otherChair : t.sameTime(place.doctorName ?? '')
  return [
    ...(same ? [{ value: 'same' as const, label: sameLabel(same) }] : []),
    ...times.map((time, place) => ({
      value: `time-${place}` as const,
      label: t.otherTime(when(time), time.doctorName ?? ''),
    })),
    { value: 'ask', label: t.ask },
    { value: 'cancel', label: t.cancel },
    { value: 'leave', label: t.leave },
  ]
}

type Choice = z.infer<typeof SettlementChoice>

/** What is sent, without those that are left. */
export function choicesOf(all: readonly ToDecide[], decisions: Decisions): Choice[] {
  return all.flatMap((one): Choice[] => {
    const { _id: appointment, proposal } = one
    const { revision, same, times } = proposal
    const decision = decisionOf(all, decisions, appointment)
    if (decision === 'leave') return []
    if (decision === 'ask' || decision === 'cancel') {
      return [{ way: decision, appointment, revision }]
    }
    const place = decision === 'same' ? same : times[Number(decision.slice('time-'.length))]
    if (!place) return []
    const { date, slot, doctor } = place
    return [{ way: 'move', appointment, revision, to: { date, slot, doctor } }]
  })
}

import * as z from 'zod/mini'
import {
  type LimitName,
  Limits,
  lateSpan,
  limitNames,
  limits,
  type Policy,
  type RefundRule,
} from '../../contract/clinic/policy.ts'
import type { Checked, Problems } from '../forms/problems.ts'
import type { PolicyPageTexts } from './policy-texts.ts'

export const units = { days: 1440, hours: 60, minutes: 1 } as const
export type Unit = keyof typeof units

export type ReminderDraft = { key: number; amount: string; unit: Unit }

type LimitsDraft = Readonly<Partial<Record<LimitName, string>>>

/** The form as it stands. */
export type PolicyDraft = {
  cutoffHours: string
  cutoffMinutes: string
  refundRule: RefundRule
  reminders: readonly ReminderDraft[]
  offerHours: string
  offerMinutes: string
  lateMinutes: string
  namesTreatments: boolean
  limits: LimitsDraft
}

export const mostReminders = 5
export const policyFields = [
  'cutoffHours',
  'cutoffMinutes',
  'reminder0',
  'reminder1',
  'reminder2',
  'reminder3',
  'reminder4',
  'offerHours',
  'offerMinutes',
  'lateMinutes',
  ...limitNames,
] as const
type PolicyField = (typeof policyFields)[number]
export type PolicyProblems = Problems<PolicyField>

/** The name of a reminder's field, by its place in the list. */
export const reminderField = (index: number): PolicyField =>
  policyFields.find((field) => field === `reminder${index}`) ?? 'reminder0'

export function draftOf(policy: Policy): PolicyDraft {
  return {
    cutoffHours: String(Math.floor(policy.cutoffMinutes / 60)),
    cutoffMinutes: String(policy.cutoffMinutes % 60),
    refundRule: policy.refundRule,
    reminders: policy.reminderMinutes.map((minutes, key) => ({ key, ...inUnit(minutes) })),
    offerHours: String(Math.floor(policy.offerMinutes / 60)),
    offerMinutes: String(policy.offerMinutes % 60),
    lateMinutes: String(policy.lateMinutes),
    namesTreatments: policy.namesTreatments,
    limits: Object.fromEntries(limitNames.map((name) => [name, String(policy[name])])),
  }
}

function inUnit(minutes: number): { amount: string; unit: Unit } {
  const unit =
    minutes % units.days === 0 ? 'days' : minutes % units.hours === 0 ? 'hours' : 'minutes'
  return { amount: String(minutes / units[unit]), unit }
}

/** One more at the end, a day before. */
export function withReminder(draft: PolicyDraft): readonly ReminderDraft[] {
  const key = 1 + Math.max(-1, ...draft.reminders.map((reminder) => reminder.key))
  return [...draft.reminders, { key, amount: '1', unit: 'days' }]
}

/** Minutes, `null` where it cannot be read. An empty field is none. */
export function cutoffOf({ cutoffHours, cutoffMinutes }: PolicyDraft): number | null {
  return spanOf(cutoffHours, cutoffMinutes, 336 * 60)
}

/** The limits as they are typed; a problem for each that a clinic cannot set. */
export function readLimits(
  draft: PolicyDraft,
  t: PolicyPageTexts,
): { limits?: Limits; problems: PolicyProblems } {
  const typed = limitNames.map((name) => [name, wholeNumber(draft.limits[name] ?? '')])
  const read = z.safeParse(Limits, Object.fromEntries(typed))
  if (read.success) return { limits: read.data, problems: {} }
  const wrong = limitNames.filter((name) => read.error.issues.some(({ path }) => path[0] === name))
  const problems: PolicyProblems = {}
  for (const name of wrong) problems[name] = t.limitSpan(limits[name])
  return { problems }
}

function spanOf(hoursText: string, minutesText: string, most: number): number | null {
  const hours = wholeNumber(hoursText || '0')
  const minutes = wholeNumber(minutesText || '0')
  if (hours === null || minutes === null || minutes > 59) return null
  const span = hours * 60 + minutes
  return span > most ? null : span
}

/** What the form sends, or what is wrong with it, field by field. */
export function readDraft(draft: PolicyDraft, t: PolicyPageTexts): Checked<Policy, PolicyField> {
  const cutoffMinutes = cutoffOf(draft)
  const offerMinutes = spanOf(draft.offerHours, draft.offerMinutes, units.days)
  const reminderMinutes = draft.reminders.map(reminderOf)
  const problems: PolicyProblems = { ...reminderProblems(reminderMinutes, t) }
  if (cutoffMinutes === null) Object.assign(problems, cutoffProblem(draft, t))
  if (offerMinutes === null || offerMinutes < 5) problems.offerHours = t.offerSpan
  const lateMinutes = wholeNumber(draft.lateMinutes)
  if (!isBetween(lateMinutes, lateSpan)) problems.lateMinutes = t.limitSpan(lateSpan)
  const read = readLimits(draft, t)
  Object.assign(problems, read.problems)
  const reminders = reminderMinutes.filter((minutes) => minutes !== null)
  if (cutoffMinutes === null || offerMinutes === null || lateMinutes === null || !read.limits) {
    return { ok: false, problems }
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  const { refundRule, namesTreatments } = draft
  const sorted = reminders.toSorted((one, other) => other - one)
  const promises = {
    cutoffMinutes,
    refundRule,
    reminderMinutes: sorted,
    offerMinutes,
    lateMinutes,
    namesTreatments,
  }
  return { ok: true, values: { ...promises, ...read.limits } }
}

function isBetween(count: number | null, { least, most }: typeof lateSpan): boolean {
  return count !== null && count >= least && count <= most
}

function cutoffProblem(draft: PolicyDraft, t: PolicyPageTexts): PolicyProblems {
  const minutes = wholeNumber(draft.cutoffMinutes || '0')
  if (minutes === null || minutes > 59) return { cutoffMinutes: t.wholeMinutes }
  return { cutoffHours: t.wholeHours }
}

function reminderOf({ amount, unit }: ReminderDraft): number | null {
  const count = wholeNumber(amount)
  return count === null ? null : count * units[unit]
}

function reminderProblems(reminders: readonly (number | null)[], t: PolicyPageTexts) {
  const problems: PolicyProblems = {}
  for (const [index, minutes] of reminders.entries()) {
    const field = reminderField(index)
    if (minutes === null) problems[field] = t.wholeNumber
    else if (minutes < 15 || minutes > 30 * units.days) problems[field] = t.reminderSpan
    else if (reminders.indexOf(minutes) < index) problems[field] = t.twice
  }
  return problems
}

/** A field's label and value, for the message that another account has changed it. */
export function wordsOf(
  t: PolicyPageTexts,
  field: keyof PolicyDraft,
  draft: PolicyDraft,
): { label: string; text: string } {
  const named = (label: string, text: string) => ({ label, text })
  const units = { days: t.days, hours: t.hoursBefore, minutes: t.minutesBefore }
  if (field === 'refundRule') return named(t.refunds, t.rules[draft.refundRule])
  if (field === 'reminders') {
    const each = draft.reminders.map(({ amount, unit }) => `${amount} ${units[unit]}`)
    return named(t.reminders, each.join(', ') || '0')
  }
  if (field === 'namesTreatments')
    return named(t.discretion, draft.namesTreatments ? t.named : t.unnamed)
  if (field === 'lateMinutes') return named(`${t.late}, ${t.minutes}`, draft.lateMinutes)
  if (field === 'limits') {
    return named(
      t.limits,
      limitNames.map((name) => `${t.limit[name]}: ${draft.limits[name]}`).join('; '),
    )
  }
  const label = field.startsWith('cutoff') ? t.notice : t.offer
  return named(`${label}, ${field.endsWith('Hours') ? t.hours : t.minutes}`, draft[field])
}

function wholeNumber(text: string): number | null {
  return /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : null
}

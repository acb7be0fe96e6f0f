import type { Rules } from '../order.ts'

export type Details = Readonly<Record<'name' | 'email' | 'specialty' | 'img', string>>
type Off = { from: string; to: string; reason: string }
type Block = { day: string; start: number; end: number; reason: string }
/** What of a schedule is changed here: days off, by their first, and blocked times, which never overlap. */
export type Plan = { off: readonly Off[]; blocks: readonly Block[] }

export type Doctor = { details: Details; revision: number; plan: Plan }
/** Those who are there, by id. */
export type Doctors = Readonly<Record<string, Doctor>>

/**
 * `key` is an id or an e-mail, and names whoever has it at that moment. `answer` is `ok`, a refusal's
 * code, or `unknown` where no answer came.
 */
type Write =
  | { kind: 'add'; id: string; details: Details; answer: string }
  /** `shown` is the id that the answer has. */
  | { kind: 'change'; key: string; details: Details; answer: string; shown?: string }
  | { kind: 'remove'; key: string; answer: string }
  /** `revision` is what it was decided on, `null` for any; `now` what the answer shows. */
  | {
      kind: 'save'
      key: string
      revision: number | null
      plan: Plan
      answer: string
      now?: Pick<Doctor, 'revision' | 'plan'>
    }
  /** Away for whole days, or for a time of one day. */
  | { kind: 'leave'; key: string; off: Off | Block; answer: string }
  | { kind: 'block'; key: string; block: Block; answer: string }
  | { kind: 'unblock'; key: string; day: string; start: number; answer: string }
type Look =
  | { kind: 'list'; seen: Readonly<Record<string, Details>> }
  /** `null` where nobody was found. */
  | { kind: 'read'; id: string; seen: Pick<Doctor, 'revision' | 'plan'> | null }
export type DoctorCall = Write | Look

const known = new Set(['not_found', 'doctor_exists', 'changed_meanwhile', 'time_blocked'])

const planText = ({ off, blocks }: Plan): string =>
  [
    ...off.map(({ from, to, reason }) => `${from} ${to} ${reason}`),
    ...blocks.map(({ day, start, end, reason }) => `${day} ${start} ${end} ${reason}`),
  ]
    .toSorted()
    .join('|')

const detailsText = ({ name, email, specialty, img }: Details): string =>
  [name, email, specialty, img].join('|')

const textOf = ({ details, revision, plan }: Doctor): string =>
  [detailsText(details), revision, planText(plan)].join('|')

const keyOf = (doctors: Doctors): string =>
  Object.entries(doctors)
    .map(([id, doctor]) => `${id}|${textOf(doctor)}`)
    .toSorted()
    .join('\n')

const isShown = (one: Doctor, { revision, plan }: Pick<Doctor, 'revision' | 'plan'>): boolean =>
  one.revision === revision && planText(one.plan) === planText(plan)

function isSeen(doctors: Doctors, call: Look): boolean {
  if (call.kind === 'read') {
    const one = doctors[call.id]
    return one && call.seen ? isShown(one, call.seen) : !one && !call.seen
  }
  const lines = (all: [string, Details][]) =>
    all.map(([id, details]) => `${id}|${detailsText(details)}`).toSorted()
  const there = lines(Object.entries(doctors).map(([id, { details }]) => [id, details]))
  return there.join('\n') === lines(Object.entries(call.seen)).join('\n')
}

const meets = (one: Block, { day, start, end }: Block): boolean =>
  one.day === day && one.start < end && start < one.end

/** Days off that begin on one day are one, and so are times that meet. */
function withLeave(plan: Plan, off: Off | Block): Plan {
  if ('from' in off) {
    const same = plan.off.find(({ from }) => from === off.from)
    const to = same && same.to > off.to ? same.to : off.to
    return { ...plan, off: [...plan.off.filter((one) => one !== same), { ...off, to }] }
  }
  const met = [off, ...plan.blocks.filter((one) => meets(one, off))]
  const start = Math.min(...met.map((one) => one.start))
  const end = Math.max(...met.map((one) => one.end))
  const others = plan.blocks.filter((one) => !met.includes(one))
  return { ...plan, blocks: [...others, { ...off, start, end }] }
}

const isGiven = ({ day, start }: Block, call: { day: string; start: number }): boolean =>
  day === call.day && start === call.start

function planAfter(plan: Plan, call: Exclude<Write, { kind: 'add' | 'change' | 'remove' }>): Plan {
  if (call.kind === 'save') return call.plan
  if (call.kind === 'leave') return withLeave(plan, call.off)
  if (call.kind === 'block') return { ...plan, blocks: [...plan.blocks, call.block] }
  return { ...plan, blocks: plan.blocks.filter((one) => !isGiven(one, call)) }
}

const findNamed = (doctors: Doctors, key: string): [string, Doctor] | undefined =>
  Object.entries(doctors).find(([id, { details }]) => id === key || details.email === key)

/** Why the plan of somebody who is there is not changed. */
function whyKept({ plan, revision }: Doctor, call: Write): string | undefined {
  if (call.kind === 'save' && call.revision !== null && call.revision !== revision) {
    return 'changed_meanwhile'
  }
  if (call.kind === 'block' && plan.blocks.some((one) => meets(one, call.block))) {
    return 'time_blocked'
  }
  const isFree = call.kind === 'unblock' && !plan.blocks.some((one) => isGiven(one, call))
  return isFree ? 'not_found' : undefined
}

function whyNot(doctors: Doctors, call: Write): string | undefined {
  const named = call.kind === 'add' ? undefined : findNamed(doctors, call.key)
  if (call.kind !== 'add' && !named) return 'not_found'
  if (call.kind === 'add' || call.kind === 'change') {
    const holder = findNamed(doctors, call.details.email)
    return holder && holder[0] !== named?.[0] ? 'doctor_exists' : undefined
  }
  return named && whyKept(named[1], call)
}

/** After a call that is allowed; nobody where the answer says otherwise. */
function after(doctors: Doctors, call: Write): Doctors | undefined {
  if (call.kind === 'add') {
    const plan = { off: [], blocks: [] }
    return { ...doctors, [call.id]: { details: call.details, revision: 0, plan } }
  }
  const [id, doctor] = findNamed(doctors, call.key) ?? []
  if (id === undefined || !doctor) return undefined
  if (call.kind === 'remove') {
    return Object.fromEntries(Object.entries(doctors).filter(([other]) => other !== id))
  }
  if (call.kind === 'change') {
    const isOther = call.shown !== undefined && call.shown !== id
    return isOther ? undefined : { ...doctors, [id]: { ...doctor, details: call.details } }
  }
  const next = { ...doctor, revision: doctor.revision + 1, plan: planAfter(doctor.plan, call) }
  const isOther = call.kind === 'save' && call.now && !isShown(next, call.now)
  return isOther ? undefined : { ...doctors, [id]: next }
}

/** How doctors are added, changed and removed and their plans edited, one call after the other. */
export const doctorRules: Rules<DoctorCall, Doctors> = {
  keyOf,
  step(doctors, call) {
    if (call.kind === 'list' || call.kind === 'read') return isSeen(doctors, call) ? [doctors] : []
    const reason = whyNot(doctors, call)
    const done = reason ? undefined : after(doctors, call)
    if (call.answer === 'ok') return done ? [done] : []
    if (call.answer === 'unknown') return done ? [doctors, done] : [doctors]
    // What refuses for another reason says nothing about what stands.
    return !known.has(call.answer) || call.answer === reason ? [doctors] : []
  },
}

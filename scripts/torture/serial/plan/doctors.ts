import type { Rules } from '../order.ts'

export type Details = Readonly<Record<'name' | 'email' | 'specialty' | 'img', string>>
type Off = { from: string; to: string; reason: string }
type Block = { day: string; start: number; end: number; reason: string }
/**
 * The parts of a schedule that are changed here: days off, by their first, and blocked times, which never
 * overlap.
 */
export type Plan = { off: readonly Off[]; blocks: readonly Block[] }

export type Doctor = { details: Details; revision: number; plan: Plan }
/** The current doctors, by id. */
export type Doctors = Readonly<Record<string, Doctor>>

/**
 * `key` is an id or an e-mail, and names the doctor who has it at that moment. `answer` is `ok`, a refusal's
 * code, or `unknown` where no answer came.
 */
type Write =
  | { kind: 'add'; id: string; details: Details; answer: string }
  /** `shown` is the id in the answer. */
  | { kind: 'change'; key: string; details: Details; answer: string; shown?: string }
  | { kind: 'remove'; key: string; answer: string }
  /** `revision` is the one it is based on, `null` for any; `now` the one in the answer. */
  | {
      kind: 'save'
      key: string
      revision: number | null
      plan: Plan
      answer: string
      now?: Pick<Doctor, 'revision' | 'plan'>
    }
  /** Off for whole days, or for a time of one day. */
  | { kind: 'leave'; key: string; off: Off | Block; answer: string }
  | { kind: 'block'; key: string; block: Block; answer: string }
  | { kind: 'unblock'; key: string; day: string; start: number; answer: string }
type Look =
  | { kind: 'list'; seen: Readonly<Record<string, Details>> }
  /** `null` where no doctor was found. */
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

/** Days off with the same first day become one, and so do overlapping times. */
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

/** Why an existing doctor's plan is not changed. */
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

/** The doctors after an allowed call; without the doctor where the answer says so. */
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

/** The sequential rules of doctors and their plans. */
export const doctorRules: Rules<DoctorCall, Doctors> = {
  keyOf,
  step(doctors, call) {
    if (call.kind === 'list' || call.kind === 'read') return isSeen(doctors, call) ? [doctors] : []
    const reason = whyNot(doctors, call)
    const done = reason ? undefined : after(doctors, call)
    if (call.answer === 'ok') return done ? [done] : []
    if (call.answer === 'unknown') return done ? [doctors, done] : [doctors]
    // A refusal for any other reason says nothing about the state.
    return !known.has(call.answer) || call.answer === reason ? [doctors] : []
  },
}

import { type Day, parseDay } from '../../contract/date.ts'

/** What a patient has chosen so far. It lives in the address, so reload, back and sharing keep it. */
export type Choice = {
  day: Day | null
  /** The id of the treatment whose booking form is open. */
  treatment: string | null
  slot: string | null
  /** The id of somebody of the family; `null` for oneself. */
  person: string | null
}

/** `isDayWrong` when the address names a day that no calendar has. */
export function readChoice(query: URLSearchParams): Choice & { isDayWrong: boolean } {
  const date = query.get('date')
  const day = date === null ? null : parseDay(date)
  const treatment = query.get('treatment') || null
  return {
    day,
    isDayWrong: date !== null && day === null,
    treatment,
    slot: treatment && (query.get('slot') || null),
    person: treatment && (query.get('person') || null),
  }
}

/** Leaves every other parameter of the address as it was. */
export function writeChoice(query: URLSearchParams, choice: Choice): URLSearchParams {
  const next = new URLSearchParams(query)
  const slot = choice.treatment && choice.slot
  const person = choice.treatment && choice.person
  for (const [name, value] of [
    ['date', choice.day],
    ['treatment', choice.treatment],
    ['slot', slot],
    ['person', person],
  ] as const) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

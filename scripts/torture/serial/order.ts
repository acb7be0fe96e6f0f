/** A call with its answer, and when it was sent and answered; `Infinity` for no answer. */
export type Timed<Call> = { call: Call; from: number; until: number }

/** The sequential behaviour of the calls. */
export type Rules<Call, State> = {
  /** The states that this call, with its answer, may lead to; none if the answer is wrong. */
  step(state: State, call: Call): State[]
  /** The same text for equal states. */
  keyOf(state: State): string
}

/** The indices of the remaining calls that were sent before the first remaining answer. */
function mayBeNext(calls: readonly Timed<unknown>[], done: ReadonlySet<number>): number[] {
  const places: number[] = []
  let end = Number.POSITIVE_INFINITY
  for (const [at, { from, until }] of calls.entries()) {
    if (done.has(at)) continue
    if (from > end) break
    places.push(at)
    end = Math.min(end, until)
  }
  return places
}

type Frame<State> = { state: State; next: { at: number; state: State }[] }

/**
 * Searches for a sequential order in which all calls have the answers that they had, and no call comes before
 * one that was answered before it was sent: Wing and Gong's search, with Lowe's memory of tried states. Returns
 * the state after it, or the calls that fit nowhere.
 */
export function findSerialOrder<Call, State>(
  history: readonly Timed<Call>[],
  start: State,
  { step, keyOf }: Rules<Call, State>,
): { ok: true; state: State } | { ok: false; stuck: Call[] } {
  const calls = history.toSorted((one, other) => one.from - other.from)
  const answered = calls.filter(({ until }) => until !== Number.POSITIVE_INFINITY).length
  const done = new Set<number>()
  const order: number[] = []
  const tried = new Set<string>()
  let answeredDone = 0
  let most = -1
  let stuck: Call[] = []

  function open(state: State): Frame<State> {
    const places = mayBeNext(calls, done)
    const choices = places.map((at) => {
      const one = calls[at]
      return one ? step(state, one.call).map((after) => ({ at, state: after })) : []
    })
    // A read or a refusal that is right now is right here in every possible order. A change that happens to change
    // nothing here is not, so its rule returns a state of its own.
    const idle = choices.find(([first, other]) => first?.state === state && other === undefined)
    const next = idle ?? choices.flat()
    if (answeredDone > most) {
      most = answeredDone
      stuck = places.flatMap((at) => calls[at]?.call ?? [])
    }
    return { state, next }
  }

  const isAnswered = (at: number) => calls[at]?.until !== Number.POSITIVE_INFINITY
  const stack = [open(start)]

  function goBack(): void {
    stack.pop()
    const last = order.pop()
    if (last === undefined) return
    done.delete(last)
    if (isAnswered(last)) answeredDone -= 1
  }

  function goOn({ at, state }: Frame<State>['next'][number]): void {
    done.add(at)
    const key = `${[...done].toSorted((a, b) => a - b).join()} ${keyOf(state)}`
    if (tried.has(key)) return void done.delete(at)
    tried.add(key)
    order.push(at)
    if (isAnswered(at)) answeredDone += 1
    stack.push(open(state))
  }

  for (;;) {
    const frame = stack.at(-1)
    if (!frame) return { ok: false, stuck }
    if (answeredDone === answered) return { ok: true, state: frame.state }
    const choice = frame.next.shift()
    if (choice) goOn(choice)
    else goBack()
  }
}

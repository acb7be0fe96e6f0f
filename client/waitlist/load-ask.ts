import { endpoints } from '../../contract/endpoints.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import { waitingEndpoints } from '../../contract/waitlist/endpoints.ts'
import { ApiError, call } from '../data/api.ts'
import type { Topic } from './ask-topic.ts'

export type Loaded = Awaited<ReturnType<typeof loadAsk>>

/** What the form needs; `gone` where what it is about does not exist, or is not theirs. */
export async function loadAsk(topic: Topic, signal: AbortSignal) {
  const [calendar, treatments, family, waits] = await Promise.all([
    call(endpoints.readCalendar, {}, { signal }),
    call(endpoints.listTreatments, {}, { signal }),
    call(familyEndpoints.listFamily, {}, { signal }),
    call(waitingEndpoints.listWaits, {}, { signal }),
  ])
  const known = { calendar, treatments, family, appointment: null, wait: null, isGone: false }
  if (topic.kind === 'treatment') return known
  if (topic.kind === 'change') {
    const wait = waits.find(({ _id, state }) => _id === topic.id && state === 'waiting') ?? null
    return { ...known, wait, isGone: wait === null }
  }
  // Asked for before: then it is that wish which is changed.
  const before = waits.find((one) => one.appointment?._id === topic.id && one.state === 'waiting')
  if (before) return { ...known, wait: before }
  try {
    const params = { id: topic.id }
    const appointment = await call(endpoints.readAppointment, { params }, { signal })
    return { ...known, appointment }
  } catch (error) {
    const isOut = error instanceof ApiError && [403, 404].includes(error.status)
    if (!isOut) throw error
    return { ...known, isGone: true }
  }
}

import { bookingRefusals, failures } from '../../contract/errors.ts'
import { staffRefusals } from '../../contract/schedule/refusals.ts'
import { waitingEndpoints } from '../../contract/waitlist/endpoints.ts'
import { waitingRefusals } from '../../contract/waitlist/refusals.ts'
import { lineEndpoints } from '../../contract/waitlist/staff-endpoints.ts'
import type { Deps } from '../deps.ts'
import { fail, refuse } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { acceptOffer } from './accept-offer.ts'
import { askEarlier, changeWait, resumeWait } from './ask-earlier.ts'
import { declineOffer } from './decline-offer.ts'
import { leaveLine } from './leave-line.ts'
import { listLine } from './list-line.ts'
import type { AnswerOutcome } from './offer.ts'
import { findOffer } from './offer-queries.ts'
import { showOffer, showWaits } from './show-wait.ts'
import { readOfferToken } from './sign-offer.ts'

const requestRefusals = { ...failures, ...waitingRefusals }
/** Where several tables have a code, the patient's own words come first. */
const offerRefusals = { ...failures, ...staffRefusals, ...bookingRefusals, ...waitingRefusals }

export function waitingRoutes(serve: Serve, deps: Deps): void {
  wishRoutes(serve, deps)
  offerRoutes(serve, deps)
  serve(lineEndpoints.listLine, ({ query }) => listLine(deps.database.query, query, deps.clock()))
}

/** Somebody's own wishes. */
function wishRoutes(serve: Serve, deps: Deps): void {
  const { query } = deps.database
  const show = (userId: string) =>
    showWaits(query, userId, { now: deps.clock(), secret: deps.config.authSecret })
  const showOne = async (userId: string, id: string) =>
    (await show(userId)).find(({ _id }) => _id === id) ?? fail('not_found')

  serve(waitingEndpoints.listWaits, ({ caller }) => show(caller.userId))

  serve(waitingEndpoints.askEarlier, async ({ body, caller }) => {
    const outcome = await askEarlier(deps, caller, body)
    return outcome.ok ? showOne(caller.userId, outcome.id) : refuse(requestRefusals, outcome.reason)
  })

  serve(waitingEndpoints.changeWait, async ({ params: { id }, body, caller: { userId } }) => {
    const outcome = await changeWait(deps, { ...body, id, userId })
    return outcome.ok ? showOne(userId, id) : refuse(requestRefusals, outcome.reason)
  })

  serve(waitingEndpoints.resumeWait, async ({ params: { id }, caller: { userId } }) => {
    const outcome = await resumeWait(deps, { id, userId })
    return outcome.ok ? showOne(userId, id) : refuse(requestRefusals, outcome.reason)
  })

  serve(waitingEndpoints.leaveLine, async ({ params: { id }, caller: { userId } }) => {
    const left = await leaveLine(deps, { id, userId })
    return left ? { success: true as const } : fail('not_found')
  })
}

/** What the address in a mail leads to: it is all the proof there is. */
function offerRoutes(serve: Serve, deps: Deps): void {
  const { config, clock, database } = deps
  const about = () => ({ now: clock(), secret: config.authSecret })
  const answer = (outcome: AnswerOutcome) =>
    outcome.ok ? showOffer(outcome.offer, about()) : refuse(offerRefusals, outcome.reason)

  serve(waitingEndpoints.readOffer, async ({ params }) => {
    const id = readOfferToken(params.token, config.authSecret)
    const offer = id && (await findOffer(database.query, id))
    return offer ? showOffer(offer, about()) : fail('not_found')
  })

  serve(waitingEndpoints.acceptOffer, async ({ params, body }) => {
    const id = readOfferToken(params.token, config.authSecret)
    const priceCents = Math.round((body.price ?? 0) * 100)
    return id ? answer(await acceptOffer(deps, id, { priceCents })) : fail('not_found')
  })

  serve(waitingEndpoints.declineOffer, async ({ params }) => {
    const id = readOfferToken(params.token, config.authSecret)
    return id ? answer(await declineOffer(deps, id)) : fail('not_found')
  })
}

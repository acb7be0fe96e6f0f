import { done } from '../../contract/done.ts'
import { bookingRefusals, failures } from '../../contract/errors.ts'
import { type StaffRefusal, staffRefusals } from '../../contract/schedule/refusals.ts'
import { waitlistRefusals } from '../../contract/waitlist/refusals.ts'
import { staffWaitlistEndpoints } from '../../contract/waitlist/staff-endpoints.ts'
import { waitlistEndpoints } from '../../contract/waitlist/waitlist.ts'
import type { Refused } from '../appointments/appointment.ts'
import type { Deps } from '../deps.ts'
import { Failure, fail, refuse } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { acceptOffer, declineOffer } from './answer-offer.ts'
import { withdrawRequest } from './end-request.ts'
import { type AnswerOutcome, isOfferSigned, namedOffer } from './offer.ts'
import { findOffer } from './offer-queries.ts'
import { changeRequest, requestEarlier, resumeRequest } from './request-earlier.ts'
import { listWaitlist, showOffer, showRequests } from './show-request.ts'
import { createWatchOffers } from './watch-offers.ts'
import { lookingNow } from './wished-doctor/doctor-away.ts'
import { openRequest, writeOfDoctor } from './wished-doctor/staff-acts.ts'

const requestRefusals = {
  ...failures,
  unknown_dependent: bookingRefusals.unknown_dependent,
  ...waitlistRefusals,
}
/** Where several tables have the same code, the patient's own text wins. */
const offerRefusals = { ...failures, ...staffRefusals, ...bookingRefusals, ...waitlistRefusals }

const hourSeconds = 3600

export function waitlistRoutes(serve: Serve, deps: Deps): void {
  wishRoutes(serve, deps)
  offerRoutes(serve, deps)
  staffRoutes(serve, deps)
}

function staffRoutes(serve: Serve, deps: Deps): void {
  const answer = (outcome: { ok: true } | Refused<StaffRefusal | 'not_found'>) =>
    outcome.ok ? done : refuse({ ...failures, ...staffRefusals }, outcome.reason)

  serve(staffWaitlistEndpoints.listWaitlist, ({ query }) =>
    listWaitlist(lookingNow(deps), query, deps.clock()),
  )

  serve(staffWaitlistEndpoints.openRequest, async ({ params, body, note }) => {
    const outcome = await openRequest(deps, { ...params, doctorId: body.doctor })
    if (outcome.ok) note({ subject: outcome.patient })
    return answer(outcome)
  })

  serve(staffWaitlistEndpoints.writeOfDoctor, async ({ params: { id }, note }) => {
    const outcome = await writeOfDoctor(deps, id)
    if (outcome.ok) note({ subject: outcome.patient })
    else if (outcome.reason === 'written_enough') {
      return new Failure(429, refuse(staffRefusals, outcome.reason).body, hourSeconds)
    }
    return answer(outcome)
  })
}

/** The requests of the signed-in account. */
function wishRoutes(serve: Serve, deps: Deps): void {
  const { query } = deps.database
  const show = (userId: string) =>
    showRequests(query, userId, {
      now: deps.clock(),
      secret: deps.config.authSecret,
      at: lookingNow(deps),
    })
  const showOne = async (userId: string, id: string) =>
    (await show(userId)).find(({ _id }) => _id === id) ?? fail('not_found')

  serve(waitlistEndpoints.listRequests, ({ caller }) => show(caller.userId))

  const watchOffers = createWatchOffers(deps)
  serve(waitlistEndpoints.watchOffers, ({ http, caller }) => watchOffers(http, caller))

  serve(waitlistEndpoints.requestEarlier, async ({ body, caller }) => {
    const outcome = await requestEarlier(deps, caller, body)
    return outcome.ok ? showOne(caller.userId, outcome.id) : refuse(requestRefusals, outcome.reason)
  })

  serve(waitlistEndpoints.changeRequest, async ({ params: { id }, body, caller: { userId } }) => {
    const outcome = await changeRequest(deps, { ...body, id, userId })
    return outcome.ok ? showOne(userId, id) : refuse(requestRefusals, outcome.reason)
  })

  serve(waitlistEndpoints.resumeRequest, async ({ params: { id }, caller: { userId } }) => {
    const outcome = await resumeRequest(deps, { id, userId })
    return outcome.ok ? showOne(userId, id) : refuse(requestRefusals, outcome.reason)
  })

  serve(waitlistEndpoints.withdrawRequest, async ({ params: { id }, caller: { userId } }) => {
    const left = await withdrawRequest(deps, { id, userId })
    return left ? done : fail('not_found')
  })
}

/** The link in a mail authorizes the answer by itself. */
function offerRoutes(serve: Serve, deps: Deps): void {
  const { config, clock, database } = deps
  const about = () => ({ now: clock(), secret: config.authSecret })
  const answer = (outcome: AnswerOutcome) =>
    outcome.ok ? showOffer(outcome.offer, about()) : refuse(offerRefusals, outcome.reason)
  const find = async (token: string) => {
    const offer = await findOffer(database.query, namedOffer(token))
    return offer && isOfferSigned(config, token, offer) ? offer : undefined
  }

  serve(waitlistEndpoints.readOffer, async ({ body }) => {
    const offer = await find(body.token)
    return offer ? showOffer(offer, about()) : fail('not_found')
  })

  serve(waitlistEndpoints.acceptOffer, async ({ body }) => {
    const offer = await find(body.token)
    const priceCents = Math.round((body.price ?? 0) * 100)
    return offer ? answer(await acceptOffer(deps, offer.id, { priceCents })) : fail('not_found')
  })

  serve(waitlistEndpoints.declineOffer, async ({ body }) => {
    const offer = await find(body.token)
    return offer ? answer(await declineOffer(deps, offer.id)) : fail('not_found')
  })
}

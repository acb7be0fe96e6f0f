import type { Hono } from 'hono'
import { endpoints } from '../../contract/endpoints.ts'
import { failures } from '../../contract/errors.ts'
import { type PaymentRefusal, paymentRefusals } from '../../contract/payments/refusals.ts'
import { cardRefusals, declineTexts } from '../../contract/payments/sandbox.ts'
import { findById, findOwn } from '../appointments/find-appointment.ts'
import { showAppointment } from '../appointments/show-appointment.ts'
import type { Deps } from '../deps.ts'
import { Failure, fail, failureResponse, refuse } from '../http/errors.ts'
import { createBodyLimit } from '../http/read-input.ts'
import type { Serve } from '../http/serve.ts'
import { explainOff, findAskingScreen, findPayable, openPayment } from './open-payment.ts'
import type { PaymentParts } from './payment.ts'
import { ProviderUnavailable } from './provider.ts'
import { readReceipt, showRefund } from './read-receipt.ts'
import { isWaiting, requestRefund } from './refunds/refund.ts'
import type { Refused } from './sandbox/sandbox.ts'
import { confirmPayment, receiveEvent, receiveSandbox } from './settle-payment.ts'
import type { StripePayments } from './stripe/stripe.ts'
import { testCentsOf } from './test-payments.ts'

/** Bytes; Stripe's events are a few thousand. */
const largestEvent = 1024 * 1024

export function paymentRoutes(app: Hono, serve: Serve, deps: Deps): void {
  const { payments } = deps

  serve(endpoints.readPaymentSettings, async () => ({
    provider: payments?.name ?? ('off' as const),
    publishableKey: payments?.publishableKey,
    testMode: payments?.testMode ?? false,
  }))
  openRoute(serve, deps)
  confirmRoute(serve, deps)
  refundRoute(serve, deps)
  receiptRoute(serve, deps)
  sandboxRoutes(serve, deps)
  if (payments?.name === 'sandbox') receiveSandbox(deps, payments)
  if (payments?.name === 'stripe') webhookRoute(app, { ...deps, payments })
}

/** What Stripe would answer a browser; there is nothing here unless the sandbox is in use. */
function sandboxRoutes(serve: Serve, { payments, limits }: Deps): void {
  const sandbox = payments?.name === 'sandbox' ? payments : null

  serve(endpoints.createSandboxCard, async ({ body }) => {
    if (!sandbox) return fail('not_found')
    const made = await sandbox.createCard(body)
    return made.ok ? { id: made.id, card: made.card } : refuseCard(made)
  })

  serve(endpoints.confirmSandboxIntent, async ({ body }) => {
    if (!sandbox) return fail('not_found')
    const refused = await limits.take(['payment_attempts'], { payment: body.clientSecret })
    if (refused) return refused
    const confirmed = await sandbox.confirm(body)
    return confirmed.ok ? { id: confirmed.id, status: confirmed.status } : refuseCard(confirmed)
  })

  serve(endpoints.answerSandboxChallenge, async ({ body }) => {
    if (!sandbox) return fail('not_found')
    const answered = await sandbox.answerChallenge(body)
    return answered.ok ? { id: answered.id, status: answered.status } : refuseCard(answered)
  })
}

/** Stripe's error: 402 for what is wrong with a card, 400 for what is wrong with the request. */
function refuseCard({ code, declineCode }: Refused): Failure {
  const aboutRequest = code === 'resource_missing' || code === 'payment_intent_unexpected_state'
  return new Failure(aboutRequest ? 400 : 402, {
    code,
    message: declineTexts.en[declineCode ?? ''] ?? cardRefusals[code],
    ...(declineCode !== undefined && { decline_code: declineCode }),
  })
}

function openRoute(serve: Serve, { payments, ...deps }: Deps): void {
  serve(endpoints.createPaymentIntent, async ({ body, caller, http }) => {
    const named = body.appointment
    const appointmentId = named ?? (await findAskingScreen(deps, http, caller.sessionId))
    const limited = appointmentId === undefined ? null : await limitPayment(deps, appointmentId)
    if (limited) return limited
    const payable = await findPayable(deps, {
      caller,
      appointmentId,
      isNamed: named !== undefined,
      priceCents: Math.round(body.price * 100),
    })
    if (!payable.ok) return refuse({ ...failures, ...paymentRefusals }, payable.reason)
    const { appointment } = payable
    if (!payments) return refuse(paymentRefusals, await explainOff(deps, appointment))
    return whileReachable('provider_unavailable', async () => {
      const opened = await openPayment({ ...deps, payments }, appointment)
      return opened.ok
        ? { clientSecret: opened.clientSecret }
        : refuse(paymentRefusals, opened.reason)
    })
  })
}

function confirmRoute(serve: Serve, { payments, ...deps }: Deps): void {
  const { query } = deps.database
  serve(endpoints.confirmPayment, async ({ params, body, caller }) => {
    const own = await findOwn(deps.database.query, params.id, caller)
    if (!own.ok) return refuse(failures, own.reason)
    const { appointment } = own
    if (body.appointment !== params.id) return refuse(paymentRefusals, 'unknown_transaction')
    const limited = await limitPayment(deps, params.id)
    if (limited) return limited
    return whileReachable('payment_unverified', async () => {
      const settled = await confirmPayment({ ...deps, payments }, appointment, body.transactionId)
      if (!settled.ok) return refuse(paymentRefusals, settled.reason)
      const paid = (await findById(query, params.id)) ?? appointment
      return showAppointment(paid, await testCentsOf(query, payments, params.id))
    })
  })
}

function refundRoute(serve: Serve, deps: Deps): void {
  serve(endpoints.refundAppointment, async ({ params, body, caller }) => {
    if (!(await findById(deps.database.query, params.id))) return fail('not_found')
    const input = { appointmentId: params.id, actor: caller.email, reason: body.reason }
    const requested = await requestRefund(deps, input)
    if (!requested.ok) return refuse(paymentRefusals, requested.reason)
    const { refund } = requested
    return { ...showRefund(refund), waits: isWaiting(refund, deps.payments) }
  })
}

function receiptRoute(serve: Serve, deps: Deps): void {
  serve(endpoints.readReceipt, async ({ params, caller }) => {
    const own = await findOwn(deps.database.query, params.id, caller)
    if (!own.ok) return refuse(failures, own.reason)
    const { appointment } = own
    const receipt = await readReceipt(deps.database.query, appointment, deps.payments)
    return receipt ?? refuse(paymentRefusals, 'not_paid')
  })
}

/** Stripe's calls, on the raw body that it signed; only a 2xx keeps it from calling again. */
function webhookRoute(app: Hono, parts: PaymentParts & { payments: StripePayments }): void {
  app.post('/webhooks/stripe', createBodyLimit(largestEvent), async (http) => {
    const signature = http.req.header('stripe-signature') ?? ''
    const event = await parts.payments.readEvent(await http.req.text(), signature)
    if (!event) return failureResponse(fail('unauthenticated', { message: 'Not signed.' }))
    if (event === 'unused') return http.json({ received: true })
    const received = await whileReachable('provider_unavailable', async () => {
      await receiveEvent(parts, event)
      return { received: true }
    })
    return received instanceof Failure ? failureResponse(received) : http.json(received)
  })
}

/** Attempts at paying one appointment, over all who may. */
function limitPayment({ limits }: Pick<Deps, 'limits'>, payment: string): Promise<Failure | null> {
  return limits.take(['payment_attempts'], { payment })
}

async function whileReachable<T>(code: PaymentRefusal, ask: () => Promise<T>) {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderUnavailable) return refuse(paymentRefusals, code)
    throw error
  }
}

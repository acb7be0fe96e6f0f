import * as z from 'zod/mini'
import { Booking } from '../appointments/appointment.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById } from '../id.ts'
import { issue } from '../issues.ts'
import { TreatedDependent } from '../patients/dependent.ts'
import { Price } from '../treatments/treatment.ts'
import { ReasonCode } from './refund-reasons.ts'
import {
  CardToken,
  ChallengeOutcome,
  SandboxConfirmation,
  SandboxIntent,
  TestCard,
} from './sandbox.ts'

/** What the payment screen must know before it loads anything. */
export const PaymentSettings = z.object({
  /** `off`: patients pay at the clinic, and there is no Pay button. */
  provider: z.enum(['stripe', 'sandbox', 'off']),
  /** Stripe's key for browsers; only with `stripe`. */
  publishableKey: z.optional(z.string()),
  /** No real money moves: the sandbox, or Stripe with keys of its test mode. */
  testMode: z.boolean(),
})
export type PaymentSettings = z.infer<typeof PaymentSettings>

/**
 * Opens the payment of an appointment. The price is compared with the stored one, never believed.
 * Without `appointment` it serves the one whose payment screen asks (`Referer`, else what the session
 * last read by `GET /booking/{id}`), and where neither is known the caller's one unpaid of that price.
 */
const PaymentRequest = z.object({
  /** Dollars, to the cent. */
  price: Price,
  appointment: z.optional(z.string().check(z.maxLength(100))),
})
/** What confirms this one payment with the provider; for its patient's browser alone. */
export const PaymentSecret = z.object({ clientSecret: z.string() })

/** Says which transaction paid an appointment; the provider is asked whether that is so. */
const PaymentConfirmation = z.object({
  appointment: z.string().check(z.maxLength(100)),
  transactionId: z.string().check(z.minLength(1), z.maxLength(200)),
})

/**
 * Staff give a patient all that they paid by card back; the patient reads the reason in a mail. What it
 * does not know is refused: `amount` would be left out.
 */
const RefundRequest = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(1, issue('reason_required')), z.maxLength(500)),
})

export const Refund = z.object({
  /** Dollars. */
  amount: z.number(),
  /** `requested` until the provider says that the money is on its way; tried again by itself. */
  state: z.enum(['requested', 'succeeded', 'failed']),
  /** The portal's own reason; `null` where staff typed one. */
  reasonCode: z.nullable(ReasonCode),
  /** What staff typed, or the portal's own reason in English. */
  reason: z.string(),
  /** Instants in UTC, ISO text. */
  requestedAt: z.string(),
  settledAt: z.nullable(z.string()),
})
export type Refund = z.infer<typeof Refund>

/** One payment, and what of it went back. */
export const ReceiptPayment = z.object({
  /** Dollars. */
  amount: z.number(),
  /** `brand` as Stripe names it: visa, mastercard, amex, discover, diners, jcb, unionpay. */
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** How it was paid at the clinic's desk; `null` for what was paid online. */
  atDesk: z.nullable(z.enum(['cash', 'card', 'other'])),
  transactionId: z.string(),
  /** An instant in UTC, ISO text. */
  paidAt: z.string(),
  /** Oldest first. */
  refunds: z.array(Refund),
})
export type ReceiptPayment = z.infer<typeof ReceiptPayment>

/** Proof of what an appointment's patient paid, fit for printing. */
export const Receipt = z.object({
  clinic: z.object({ name: z.string(), address: z.string(), phone: z.string() }),
  patient: z.string(),
  patientName: z.string(),
  /** The dependent, if the appointment is for one, and the name of the account's holder. */
  dependent: z.nullable(TreatedDependent),
  bookedBy: z.nullable(z.string()),
  treatment: z.string(),
  /** As in `Jun 5, 2022`. */
  date: z.string(),
  slot: z.string(),
  /** No real money moved: the sandbox, or Stripe with keys of its test mode. */
  testMode: z.boolean(),
  /** All payments that were collected for the appointment, oldest first. */
  payments: z.array(ReceiptPayment),
})
export type Receipt = z.infer<typeof Receipt>

/** Paying by card (specification section 7); refusals are in `refusals.ts`. */
export const paymentEndpoints = {
  readPaymentSettings: {
    method: 'GET',
    path: '/payments/settings',
    summary: 'Whether cards are taken, and by which provider.',
    access: 'anyone',
    answer: PaymentSettings,
  },
  createPaymentIntent: {
    method: 'POST',
    path: '/create-payment-intent',
    summary: "Open the payment of one of one's own appointments; the same one however often asked.",
    access: 'owner',
    body: PaymentRequest,
    answer: PaymentSecret,
  },
  confirmPayment: {
    method: 'PATCH',
    path: '/booking/:id',
    summary: 'Record the transaction that paid an appointment, once the provider vouches for it.',
    access: 'owner',
    params: ById,
    body: PaymentConfirmation,
    answer: Booking,
  },
  readReceipt: {
    method: 'GET',
    path: '/receipts/:id',
    summary: "The receipt of one of one's own appointments, by the appointment's id.",
    access: 'owner',
    params: ById,
    answer: Receipt,
  },
  refundAppointment: {
    method: 'POST',
    path: '/booking/:id/refund',
    summary:
      'Give back all that was paid by card for an appointment; the patient is notified by mail.',
    access: { needs: 'refunds' },
    recent: true,
    audit: 'appointment_refunded',
    params: ById,
    body: RefundRequest,
    /** `waits`: until the provider or the keys of the payment are in use again. */
    answer: z.extend(Refund, { waits: z.boolean() }),
  },
  createSandboxCard: {
    method: 'POST',
    path: '/sandbox/payment_methods',
    summary: 'Test mode only: a payment method from one of the published test numbers.',
    access: 'signedIn',
    body: TestCard,
    answer: CardToken,
  },
  confirmSandboxIntent: {
    method: 'POST',
    path: '/sandbox/confirm',
    summary: 'Test mode only: pay. A decline answers 402 with its code.',
    access: 'signedIn',
    body: SandboxConfirmation,
    answer: SandboxIntent,
  },
  answerSandboxChallenge: {
    method: 'POST',
    path: '/sandbox/challenge',
    summary: 'Test mode only: pass or fail the 3-D Secure challenge of a payment.',
    access: 'signedIn',
    body: ChallengeOutcome,
    answer: SandboxIntent,
  },
} as const satisfies Record<string, Endpoint>

import * as z from 'zod/mini'
import { issue } from '../issues.ts'
import { Price } from '../money.ts'
import { TreatedDependent } from '../patients/dependent.ts'
import { ReasonCode } from './refund-reasons.ts'

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
export const PaymentRequest = z.object({
  /** Dollars, to the cent. */
  price: Price,
  appointment: z.optional(z.string().check(z.maxLength(100))),
})
/** What confirms this one payment with the provider; for its patient's browser alone. */
export const PaymentSecret = z.object({ clientSecret: z.string() })

/** Says which transaction paid an appointment; the provider is asked whether that is so. */
export const PaymentConfirmation = z.object({
  appointment: z.string().check(z.maxLength(100)),
  transactionId: z.string().check(z.minLength(1), z.maxLength(200)),
})

/**
 * Staff give a patient all that they paid by card back; the patient reads the reason in a mail. What it
 * does not know is refused: `amount` would be left out.
 */
export const RefundRequest = z.strictObject({
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
  /** Where that is somebody else than the account's holder, and the holder's name. */
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

import * as z from 'zod/mini'
import { Booking } from '../appointments/appointment.ts'
import type { Endpoint } from '../endpoint.ts'
import {
  PaymentConfirmation,
  PaymentRequest,
  PaymentSecret,
  PaymentSettings,
  Receipt,
  Refund,
  RefundRequest,
} from './payment.ts'
import {
  CardToken,
  ChallengeOutcome,
  SandboxConfirmation,
  SandboxIntent,
  TestCard,
} from './sandbox.ts'

const ById = z.object({ id: z.string().check(z.maxLength(100)) })

/** Paying by card (specification section 7); refusals are in `payment-refusals.ts`. */
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
    summary: 'Give back all that was paid by card for an appointment; the patient is told by mail.',
    access: { needs: 'refunds' },
    recent: true,
    audit: 'appointment_refunded',
    params: ById,
    body: RefundRequest,
    answer: Refund,
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

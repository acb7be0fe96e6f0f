import * as z from 'zod/mini'
import { defineTexts, type Localized } from '../language.ts'

/**
 * The sandbox's own calls, shaped after Stripe.js (docs.stripe.com/js): create a payment method from
 * a card, confirm an intent with it, answer the 3-D Secure challenge. A refusal's body is that of
 * every error with Stripe's `decline_code` beside it; a card's refusal answers 402.
 */
export const TestCard = z.object({
  /** Digits; spaces are dropped. Only the numbers of `test-cards.ts` are taken. */
  number: z.string().check(z.maxLength(40)),
  expMonth: z.int().check(z.minimum(1), z.maximum(12)),
  /** Four digits. */
  expYear: z.int().check(z.minimum(2000), z.maximum(2100)),
  cvc: z.string().check(z.maxLength(4)),
  billing: z.object({
    name: z.string().check(z.maxLength(200)),
    email: z.string().check(z.maxLength(254)),
  }),
})

export const CardToken = z.object({
  /** `pm_…` */
  id: z.string(),
  card: z.object({ brand: z.string(), last4: z.string() }),
})

const Secret = z.string().check(z.maxLength(300))

export const SandboxConfirmation = z.object({
  clientSecret: Secret,
  paymentMethod: z.string().check(z.maxLength(100)),
})

export const ChallengeOutcome = z.object({
  clientSecret: Secret,
  outcome: z.enum(['pass', 'fail']),
})

/** `requires_action`: show the challenge and post its outcome. `id` is the transaction id. */
export const SandboxIntent = z.object({
  id: z.string(),
  status: z.enum(['requires_action', 'succeeded']),
})
export type SandboxIntent = z.infer<typeof SandboxIntent>

/** What the sandbox says instead of taking a card, with Stripe's codes and texts. */
export const cardRefusals = {
  incorrect_number: 'Your card number is incorrect.',
  invalid_expiry_year: "Your card's expiration date is in the past.",
  invalid_cvc: "Your card's security code is invalid.",
  not_a_test_card:
    'This is test mode: only test card numbers work here, such as 4242 4242 4242 4242. What you typed was not kept.',
  card_declined: 'Your card was declined.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  payment_intent_authentication_failure:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  resource_missing: 'This payment does not exist.',
  payment_intent_unexpected_state: 'This payment can no longer be made.',
} as const
export type CardRefusal = keyof typeof cardRefusals

/** Declines that Stripe words for themselves; the others say `card_declined`. */
export const declineTexts: Localized<Record<string, string>> = defineTexts<Record<string, string>>({
  en: { insufficient_funds: 'Your card has insufficient funds.' },
  es: { insufficient_funds: 'La tarjeta no tiene fondos suficientes.' },
})

export const cardRefusalTexts = defineTexts<Record<CardRefusal, string>>({
  en: cardRefusals,
  es: {
    incorrect_number: 'El número de la tarjeta no es correcto.',
    invalid_expiry_year: 'La fecha de vencimiento de la tarjeta ya pasó.',
    invalid_cvc: 'El código de seguridad de la tarjeta no es válido.',
    not_a_test_card:
      'Este es el modo de prueba: aquí solo sirven números de tarjeta de prueba, como 4242 4242 4242 4242. Lo que escribió no se guardó.',
    card_declined: 'La tarjeta fue rechazada.',
    expired_card: 'La tarjeta está vencida.',
    incorrect_cvc: 'El código de seguridad de la tarjeta no es correcto.',
    processing_error: 'Hubo un error al procesar la tarjeta. Inténtelo de nuevo en un momento.',
    payment_intent_authentication_failure:
      'No pudimos confirmar su forma de pago. Elija otra e inténtelo de nuevo, por favor.',
    resource_missing: 'Este pago no existe.',
    payment_intent_unexpected_state: 'Este pago ya no se puede hacer.',
  },
})

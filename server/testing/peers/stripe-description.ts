import type { Stripe } from 'stripe'
import * as z from 'zod'

/**
 * What Stripe's published OpenAPI description (github.com/stripe/openapi, spec3) lets a request of the
 * operations we use say, in our own words: forms, no parameter that it does not name, its types and
 * lengths. The names are held to the SDK's types, which are generated from that description
 * (node_modules/stripe/OPENAPI_VERSION): the compiler refuses one too many or one missing here.
 */
type NamesOf<T> = { [Name in keyof Required<T>]: z.ZodType }

const text = (most = 5000) => z.string().max(most)
const whole = z.string().regex(/^\d+$/).transform(Number)
const unused = z.never('the portal has no use for this parameter').optional()
const expand = z.array(text()).optional()
/** docs.stripe.com/api/metadata: 50 keys of 40 characters, values of 500. */
const metadata = z
  .record(z.string().max(40), text(500))
  .refine((pairs) => Object.keys(pairs).length <= 50)
  .optional()

const createIntent = {
  amount: whole.pipe(z.number().min(50).max(99_999_999)),
  currency: z.string().regex(/^[a-z]{3}$/),
  description: text(1000).optional(),
  metadata,
  allowed_payment_method_types: z.array(text()).optional(),
  expand,
  amount_details: unused,
  application_fee_amount: unused,
  automatic_payment_methods: unused,
  capture_method: unused,
  confirm: unused,
  confirmation_method: unused,
  confirmation_token: unused,
  customer: unused,
  customer_account: unused,
  error_on_requires_action: unused,
  excluded_payment_method_types: unused,
  hooks: unused,
  mandate: unused,
  mandate_data: unused,
  off_session: unused,
  on_behalf_of: unused,
  payment_details: unused,
  payment_method: unused,
  payment_method_configuration: unused,
  payment_method_data: unused,
  payment_method_options: unused,
  radar_options: unused,
  receipt_email: unused,
  return_url: unused,
  setup_future_usage: unused,
  shipping: unused,
  statement_descriptor: unused,
  statement_descriptor_suffix: unused,
  transfer_data: unused,
  transfer_group: unused,
  use_stripe_sdk: unused,
} satisfies NamesOf<Stripe.PaymentIntentCreateParams>

const retrieveIntent = {
  client_secret: text().optional(),
  expand,
} satisfies NamesOf<Stripe.PaymentIntentRetrieveParams>

const cancelIntent = {
  cancellation_reason: z
    .enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'])
    .optional(),
  expand,
} satisfies NamesOf<Stripe.PaymentIntentCancelParams>

const createRefund = {
  payment_intent: text(),
  expand,
  metadata,
  amount: whole.pipe(z.number().min(1)).optional(),
  charge: unused,
  currency: unused,
  customer: unused,
  instructions_email: unused,
  origin: unused,
  reason: unused,
  refund_application_fee: unused,
  reverse_transfer: unused,
} satisfies NamesOf<Stripe.RefundCreateParams>

const retrieveRefund = { expand } satisfies NamesOf<Stripe.RefundRetrieveParams>

const listRefunds = {
  payment_intent: text().optional(),
  limit: whole.pipe(z.number().min(1).max(100)).optional(),
  expand,
  charge: unused,
  created: unused,
  ending_before: unused,
  starting_after: unused,
} satisfies NamesOf<Stripe.RefundListParams>

/** What we may send, by method and path; `:id` stands for an id. */
export const requests = {
  'POST /v1/payment_intents': z.strictObject(createIntent),
  'GET /v1/payment_intents/:id': z.strictObject(retrieveIntent),
  'POST /v1/payment_intents/:id/cancel': z.strictObject(cancelIntent),
  'POST /v1/refunds': z.strictObject(createRefund),
  'GET /v1/refunds/:id': z.strictObject(retrieveRefund),
  'GET /v1/refunds': z.strictObject(listRefunds),
}
export type Operation = keyof typeof requests

/** Reads Stripe's forms: `metadata[payment]=…`, `expand[0]=…`. */
export function readForm(form: string): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const [path, value] of new URLSearchParams(form)) {
    const [name = '', key] = path.split(/[[\]]+/)
    if (!key) read[name] = value
    else if (/^\d+$/.test(key)) read[name] = [...((read[name] as string[]) ?? []), value]
    else read[name] = { ...(read[name] as object), [key]: value }
  }
  return read
}

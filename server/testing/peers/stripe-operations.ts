import type { IncomingHttpHeaders } from 'node:http'
import { type Operation, readForm, requests } from './stripe-description.ts'
import { type StripeLedger, StripeRefusal } from './stripe-ledger.ts'

export type PeerRequest = {
  method: string
  pathname: string
  headers: IncomingHttpHeaders
  form: string
}

export type PeerAccount = {
  secretKey: string
  publishableKey: string
  ledger: StripeLedger
  /** What was asked in a way that Stripe would not take. */
  violations: string[]
}

const operations = Object.keys(requests) as Operation[]

/** The operation of the description that a request is, and the id in its path. */
export function operationOf({ method, pathname }: PeerRequest) {
  const [id = ''] = /(?:pi|re)_\w+/.exec(pathname) ?? []
  const name = `${method} ${id ? pathname.replace(id, ':id') : pathname}`
  return { operation: operations.find((known) => known === name), id }
}

/** What our server asks, held to the description. */
export function answerServer(account: PeerAccount, request: PeerRequest, operation: Operation) {
  const { id } = operationOf(request)
  const { ledger } = account
  switch (operation) {
    case 'POST /v1/payment_intents': {
      const { amount, currency, metadata = {} } = check(account, request, operation)
      return ledger.createIntent({ amount, currency, metadata })
    }
    case 'GET /v1/payment_intents/:id':
      check(account, request, operation)
      return ledger.readIntent(id)
    case 'POST /v1/payment_intents/:id/cancel':
      check(account, request, operation)
      return ledger.cancelIntent(id)
    case 'POST /v1/refunds':
      return ledger.createRefund(check(account, request, operation))
    case 'GET /v1/refunds/:id':
      check(account, request, operation)
      return ledger.readRefund(id)
    case 'GET /v1/refunds':
      return ledger.listRefunds(check(account, request, operation).payment_intent ?? '')
  }
}

function check<O extends Operation>(
  account: PeerAccount,
  { headers, form, method }: PeerRequest,
  operation: O,
) {
  const wrong: string[] = []
  if (headers.authorization !== `Bearer ${account.secretKey}`) wrong.push('Authorization')
  if (!/^\d{4}-\d\d-\d\d\.\w+$/.test(String(headers['stripe-version'])))
    wrong.push('Stripe-Version')
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  if (method === 'POST' && !isForm) wrong.push('Content-Type')
  if (method === 'POST' && !headers['idempotency-key']) wrong.push('Idempotency-Key')
  const read = requests[operation].safeParse(readForm(form))
  for (const issue of read.error?.issues ?? [])
    wrong.push(`${issue.path.join('.')} ${issue.message}`)
  if (wrong.length > 0 || !read.success) {
    account.violations.push(...wrong.map((what) => `${operation}: ${what}`))
    throw new StripeRefusal(400, 'invalid_request_error', 'parameter_unknown')
  }
  return read.data as ReturnType<(typeof requests)[O]['parse']>
}

type Asked = Record<string, unknown> & { card?: { number?: string } }

/** What Stripe.js asks from a browser, with the publishable key and a payment's own secret. */
export function answerBrowser({ ledger, publishableKey }: PeerAccount, request: PeerRequest) {
  const asked: Asked = readForm(request.form)
  const secret = String(asked.client_secret ?? '')
  const [intentId = ''] = secret.split('_secret_')
  if (asked.key !== publishableKey) throw refused(401, 'api_key_expired')
  if (request.pathname === '/v1/payment_methods') {
    return ledger.createCard(asked.card?.number?.replaceAll(' ', '') ?? '')
  }
  if (ledger.accounts.get(intentId)?.clientSecret !== secret) throw refused(404, 'resource_missing')
  if (request.pathname.endsWith('/confirm')) {
    return ledger.confirm(intentId, String(asked.payment_method))
  }
  // Stripe.js shows the bank's page itself; a browser in a test says how it ended.
  if (request.pathname === '/peer/challenge') {
    return ledger.collect(intentId, asked.outcome === 'pass')
  }
  return ledger.readIntent(intentId)
}

function refused(status: number, code: string): StripeRefusal {
  return new StripeRefusal(status, 'invalid_request_error', code)
}

import { endpoints } from '../../../contract/endpoints.ts'
import { cardRefusals, declineTexts } from '../../../contract/payments/sandbox.ts'
import type { Deps } from '../../deps.ts'
import { Failure, fail } from '../../http/errors.ts'
import type { Serve } from '../../http/serve.ts'
import type { Refused } from './sandbox.ts'

/** What Stripe would answer a browser; there is nothing here unless the sandbox is in use. */
export function sandboxRoutes(serve: Serve, { payments, limits }: Deps): void {
  const sandbox = payments?.name === 'sandbox' ? payments : null

  serve(endpoints.createSandboxCard, async ({ body }) => {
    if (!sandbox) return fail('not_found')
    const made = await sandbox.createCard(body)
    return made.ok ? { id: made.id, card: made.card } : refuse(made)
  })

  serve(endpoints.confirmSandboxIntent, async ({ body }) => {
    if (!sandbox) return fail('not_found')
    const refused = await limits.take(['payment_attempts'], { payment: body.clientSecret })
    if (refused) return refused
    const confirmed = await sandbox.confirm(body)
    return confirmed.ok ? { id: confirmed.id, status: confirmed.status } : refuse(confirmed)
  })

  serve(endpoints.answerSandboxChallenge, async ({ body }) => {
    if (!sandbox) return fail('not_found')
    const answered = await sandbox.answerChallenge(body)
    return answered.ok ? { id: answered.id, status: answered.status } : refuse(answered)
  })
}

/** Stripe's error: 402 for what is wrong with a card, 400 for what is wrong with the request. */
function refuse({ code, declineCode }: Refused): Failure {
  const aboutRequest = code === 'resource_missing' || code === 'payment_intent_unexpected_state'
  return new Failure(aboutRequest ? 400 : 402, {
    code,
    message: declineTexts.en[declineCode ?? ''] ?? cardRefusals[code],
    ...(declineCode !== undefined && { decline_code: declineCode }),
  })
}

import * as z from 'zod/mini'
import { MailRefused, type Texter, TextUnwanted } from './deliver-mail.ts'

type TwilioAccount = {
  account: string
  token: string
  /** A number as `+17185550100`, or the SID of a messaging service. */
  from: string
  apiBase: string
}

/** Milliseconds, well under the claim of `deliver-mail.ts`. */
const timeoutMs = 20_000

/** Twilio's code for a number whose owner has answered STOP. */
const unwanted = 21610
/** Codes for numbers that take no texts, without an error on our side (twilio.com/docs/api/errors). */
const unreachable = new Set([21211, 21214, 21217, 21612, 21614])

const Refusal = z.object({ code: z.number(), message: z.string() })

/**
 * Sends text messages by Twilio's Messages resource. A message that Twilio says it refused can be retried;
 * after a time-out or a broken answer the outcome is unknown, and a text must not arrive twice.
 */
export function createTwilioTexter({ account, token, from, apiBase }: TwilioAccount): Texter {
  const address = `${apiBase}/2010-04-01/Accounts/${account}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
  return {
    async send({ recipient, text }) {
      const response = await fetch(address, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ To: recipient, Body: text, ...sender }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch(explainSilence)
      if (response.ok) {
        await response.body?.cancel()
        return
      }
      throw await errorOf(response)
    },
  }
}

async function errorOf(response: Response): Promise<Error> {
  const body: unknown = await response.json().catch(() => null)
  const refusal = Refusal.safeParse(body).data
  const answer = `Twilio answered ${response.status}`
  // By a gateway on the way, which does not know whether Twilio has taken the text.
  if (!refusal && response.status >= 500) {
    return new MailRefused(`${answer} without a reason: the text may have gone out`)
  }
  const text = `${answer}: ${refusal?.code ?? ''} ${refusal?.message ?? ''}`
  if (refusal?.code === unwanted) return new TextUnwanted(text)
  if (refusal && unreachable.has(refusal.code)) return new MailRefused(text)
  return new Error(text)
}

/** Errors before anything reached Twilio: no name, no route or no connection. */
const notSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

function explainSilence(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (notSent.has(code)) throw error
  throw new MailRefused(`Twilio did not answer (${code}): the text may have gone out`)
}

import { endpoints } from '../../contract/endpoints.ts'
import { type PaymentRefusal, paymentRefusals } from '../../contract/payments/refusals.ts'
import { ApiError, call } from '../data/api.ts'
import { readTogether, useRead } from '../data/use-read.ts'

type Wish = { appointmentId: string; price: number; isWanted: boolean }
type Opened = { clientSecret?: string; refusal?: PaymentRefusal }

/** The secret that lets a card pay for this appointment, or why there is none. */
export function useSecret({ appointmentId, price, isWanted }: Wish) {
  const body = { price, appointment: appointmentId }
  const { data, isCurrent, error, isLoading, reload } = useRead(
    readTogether('secret', [endpoints.createPaymentIntent], body, (signal) =>
      openPayment(body, signal),
    ),
    { enabled: isWanted },
  )
  return { ...(isCurrent && isWanted ? data : {}), error, isLoading, reload }
}

async function openPayment(
  body: { price: number; appointment: string },
  signal: AbortSignal,
): Promise<Opened> {
  try {
    return await call(endpoints.createPaymentIntent, { body }, { signal })
  } catch (error) {
    const refusal = refusalIn(error)
    if (refusal) return { refusal }
    throw error
  }
}

/** A refusal that will not change by asking again. */
function refusalIn(error: unknown): PaymentRefusal | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const codes = Object.keys(paymentRefusals) as PaymentRefusal[]
  return codes.find((code) => code === error.code)
}

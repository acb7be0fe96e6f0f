import { endpoints } from '../../contract/endpoints.ts'
import { type PaymentRefusal, paymentRefusals } from '../../contract/payments/refusals.ts'
import { ApiError, call } from '../data/api.ts'
import { useFetched } from '../data/use-fetched.ts'

type Wish = { appointmentId: string; price: number; isWanted: boolean }
type Opened = { clientSecret?: string; refusal?: PaymentRefusal }

/** The secret that lets a card pay for this appointment, or why there is none. */
export function useSecret({ appointmentId, price, isWanted }: Wish) {
  const key = isWanted ? `${appointmentId} ${price}` : ''
  const fetched = useFetched<Opened>(key, async (signal) => {
    if (!isWanted) return {}
    try {
      const body = { price, appointment: appointmentId }
      return await call(endpoints.createPaymentIntent, { body }, { signal })
    } catch (error) {
      const refusal = refusalIn(error)
      if (refusal) return { refusal }
      throw error
    }
  })
  const { data, isCurrent, error, isLoading, reload } = fetched
  return { ...(isCurrent ? data : {}), error, isLoading, reload }
}

/** A refusal that will not change by asking again. */
function refusalIn(error: unknown): PaymentRefusal | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const codes = Object.keys(paymentRefusals) as PaymentRefusal[]
  return codes.find((code) => code === error.code)
}

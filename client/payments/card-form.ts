import type { PaymentSettings } from '../../contract/payments/payment.ts'
import type { Pay, PayState } from './use-pay.ts'

/** What a provider's card form gets of the screen around it. */
export type CardFormProps = {
  settings: PaymentSettings
  /** Dollars that are collected now. */
  price: number
  /** The rest of a price that is partly paid. */
  isDifference: boolean
  billing: { name: string; email: string }
  state: PayState
  pay: Pay
  /** Lets a card pay for this appointment, once it has arrived. */
  secret: {
    clientSecret?: string
    error: unknown
    isLoading: boolean
    reload: () => void
  }
}

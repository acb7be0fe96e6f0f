import { useEffect, useState } from 'react'
import { endpoints } from '../../contract/endpoints.ts'
import type { PaymentSettings } from '../../contract/payments/payment.ts'
import { call } from './api.ts'

let settings: Promise<PaymentSettings> | undefined

/** However many ask, the server is asked once; it decides when it starts. */
function readOnce(): Promise<PaymentSettings> {
  settings ??= call(endpoints.readPaymentSettings, {}).catch((error: unknown) => {
    settings = undefined
    throw error
  })
  return settings
}

/** Whether cards are taken; `undefined` until that is known. */
export function useTakesCards(): boolean | undefined {
  const [takesCards, setTakesCards] = useState<boolean>()
  useEffect(() => {
    let isLeft = false
    const settle = (answer: boolean) => isLeft || setTakesCards(answer)
    readOnce().then(
      ({ provider }) => settle(provider !== 'off'),
      // The payment screen will say what is wrong.
      () => settle(true),
    )
    return () => {
      isLeft = true
    }
  }, [])
  return takesCards
}

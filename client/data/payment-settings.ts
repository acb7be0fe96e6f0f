import { paymentSettings } from './shared-queries.ts'
import { useRead } from './use-read.ts'

/** Whether cards are taken; `undefined` until that is known. */
export function useTakesCards(): boolean | undefined {
  const { data, error } = useRead(paymentSettings)
  if (data) return data.provider !== 'off'
  // The payment screen says what is wrong.
  return error === undefined ? undefined : true
}

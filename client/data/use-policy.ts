import { changeEndpoints } from '../../contract/appointments/change-endpoints.ts'
import type { Policy } from '../../contract/clinic/policy.ts'
import { call } from './api.ts'
import { useFetched } from './use-fetched.ts'

/** What the clinic promises after a booking; `undefined` until it is known. */
export function usePolicy(): Policy | undefined {
  return useFetched('policy', (signal) => call(changeEndpoints.readPolicy, {}, { signal })).data
}

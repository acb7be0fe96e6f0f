import { changeEndpoints } from '../../contract/appointments/change-endpoints.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { accountEndpoints } from '../../contract/identity/account-endpoints.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import { read, type Source } from './use-read.ts'

const minuteMs = 60_000

/** What many screens read: within a minute it is fetched once, however many show it. */
function shared<T>(source: Source<T>, freshMs = minuteMs): Source<T> {
  return { ...source, freshMs }
}

/** The clinic's zone, its days, and how far ahead one may book. */
export const calendar = shared(read(endpoints.readCalendar, {}))
/** What the clinic promises after a booking. */
export const policy = shared(read(changeEndpoints.readPolicy, {}))
export const treatments = shared(read(endpoints.listTreatments, {}))
/** The account that is signed in. */
export const account = shared(read(accountEndpoints.readAccount, {}))
/** Who the account books for besides its holder. */
export const family = shared(read(familyEndpoints.listFamily, {}))
/** The server decides it when it starts. */
export const paymentSettings = shared(
  read(endpoints.readPaymentSettings, {}),
  Number.POSITIVE_INFINITY,
)

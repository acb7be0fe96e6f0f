import { changeEndpoints } from '../../contract/appointments/change-endpoints.ts'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { accountEndpoints } from '../../contract/identity/account.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import { read, type Source, useRead } from './use-read.ts'

const minuteMs = 60_000

/** A source that many screens read: it is fetched at most once a minute. */
function shared<T>(source: Source<T>, freshMs = minuteMs): Source<T> {
  return { ...source, freshMs }
}

/** The answer, and how far the clinic's clock is ahead of the reader's, in milliseconds. */
export type ClinicCalendar = BookingCalendar & { clockAhead: number }

/** Now on the clinic's clock, in epoch milliseconds: the reader's may be hours off. */
export const clinicNow = ({ clockAhead }: ClinicCalendar) => Date.now() + clockAhead

const bookingCalendar = read(endpoints.readCalendar, {})

/** The clinic's zone and clock, its days, and how far ahead one may book. */
export const calendar: Source<ClinicCalendar> = shared({
  ...bookingCalendar,
  async load(signal) {
    const answer = await bookingCalendar.load(signal)
    return { ...answer, clockAhead: Date.parse(answer.now) - Date.now() }
  },
  endOf: ({ todayEnds, clockAhead }) => Date.parse(todayEnds) - clockAhead,
})
/** The days of a month, such as `2022-06`, on which each treatment has a free slot, with any doctor or one. */
export const freeDays = (month: string, doctor = '') =>
  shared(read(endpoints.listFreeDays, { query: { month, ...(doctor !== '' && { doctor }) } }))
/** The clinic's policy for changes after a booking. */
export const policy = shared(read(changeEndpoints.readPolicy, {}))
export const treatments = shared(read(endpoints.listTreatments, {}))
/** The doctors with hours: those that patients can choose. */
export const workingDoctors = shared(read(endpoints.listWorkingDoctors, {}))
/** When each doctor of a treatment is free next. */
export const nextTimes = (treatment: string) =>
  shared(read(endpoints.listNextTimes, { query: { treatment } }))
/** The account that is signed in. */
export const account = shared(read(accountEndpoints.readAccount, {}))
/** The account's dependents. */
export const family = shared(read(familyEndpoints.listFamily, {}))
/** Constant while the server runs. */
export const paymentSettings = shared(
  read(endpoints.readPaymentSettings, {}),
  Number.POSITIVE_INFINITY,
)

/** Whether cards are taken; `undefined` until that is known. */
export function useTakesCards(): boolean | undefined {
  const { data, error } = useRead(paymentSettings)
  if (data) return data.provider !== 'off'
  // The payment screen shows the error.
  return error === undefined ? undefined : true
}

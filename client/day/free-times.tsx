import type { BookingCalendar } from '../../contract/clinic.ts'
import { type Day, formatDay } from '../../contract/date.ts'
import { dayEndpoints } from '../../contract/day-endpoints.ts'
import { call } from '../api.ts'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useFetched } from '../use-fetched.ts'
import { bookableSlots } from './free-slots.ts'
import { useLive } from './use-live.ts'

type FreeTimesProps = {
  day: Day
  calendar: BookingCalendar
  treatmentId: string
  slot: string
  onChoose: (slot: string) => void
}

/** The times of a treatment that are free on a day, kept true while one chooses. */
export function FreeTimes({ day, calendar, treatmentId, slot, onChoose }: FreeTimesProps) {
  // Not what patients are offered: the lead time binds them and not the staff.
  const { data, error } = useLive(
    useFetched(day, (signal) => call(dayEndpoints.readDay, { query: { date: day } }, { signal })),
    (changed) => changed === day,
  )
  if (!data) {
    return error === undefined ? (
      <Skeleton height="80px" />
    ) : (
      <p role="alert">
        We could not load the free times of {formatDay(day)}. Please pick it again.
      </p>
    )
  }
  const column = data.columns.find(({ _id }) => _id === treatmentId)
  const free = column ? bookableSlots(column, data, { day, calendar, now: new Date() }) : []
  const isGone = slot !== '' && !free.some((one) => one.slot === slot)
  const first = free.length > 0 ? 'Choose a time' : `No time left on ${formatDay(day)}`
  return (
    <SelectField
      label="New time"
      value={slot}
      error={isGone ? 'This time is no longer free' : undefined}
      onChange={({ target }) => onChoose(target.value)}
      options={[
        { value: '', label: first },
        ...(isGone ? [{ value: slot, label: `${slot} (no longer free)` }] : []),
        ...free.map((one) => ({ value: one.slot, label: one.slot })),
      ]}
    />
  )
}

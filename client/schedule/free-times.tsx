import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import type { Day } from '../../contract/date.ts'
import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import { showDay, showSlot } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { useFetched } from '../data/use-fetched.ts'
import { useLanguage } from '../i18n/language.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { bookableSlots } from './free-slots.ts'
import { bookingTexts } from './texts-booking.ts'
import { changeTexts } from './texts-changes.ts'
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
  const language = useLanguage()
  const t = changeTexts[language]
  // Not what patients are offered: the lead time binds them and not the staff.
  const { data, error } = useLive(
    useFetched(day, (signal) => call(dayEndpoints.readDay, { query: { date: day } }, { signal })),
    (changed) => changed === day,
  )
  if (!data) {
    return error === undefined ? (
      <Skeleton height="80px" />
    ) : (
      <p role="alert">{t.timesFailed(showDay(language, day))}</p>
    )
  }
  const column = data.columns.find(({ _id }) => _id === treatmentId)
  const free = column ? bookableSlots(column, data, { day, calendar, now: new Date() }) : []
  const isGone = slot !== '' && !free.some((one) => one.slot === slot)
  const first = free.length > 0 ? t.chooseTime : t.noTimeOn(showDay(language, day))
  return (
    <SelectField
      label={t.newTime}
      value={slot}
      error={isGone ? t.timeGone : undefined}
      onChange={({ target }) => onChoose(target.value)}
      options={[
        { value: '', label: first },
        ...(isGone
          ? [{ value: slot, label: bookingTexts[language].goneTime(showSlot(language, slot)) }]
          : []),
        ...free.map((one) => ({ value: one.slot, label: showSlot(language, one.slot) })),
      ]}
    />
  )
}

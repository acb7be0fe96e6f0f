import { useState } from 'react'
import { formatSlot, parseSlot } from '../../../contract/appointments/slot.ts'
import { defineTexts } from '../../../contract/language.ts'
import { writeClock } from '../../domain/time-input.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Field } from '../../ui/fields/field.tsx'

export const otherTimeTexts = defineTexts({
  en: {
    otherTime: 'Another time',
    startsAt: 'Starts at',
    lasts: (minutes: number) => `Takes ${minutes} minutes, as all of this treatment.`,
  },
  es: {
    otherTime: 'Otra hora',
    startsAt: 'Empieza a las',
    lasts: (minutes) => `Dura ${minutes} minutos, como todas de este tratamiento.`,
  },
})

/** In the list of times; no slot is spelled so. */
export const other = 'other'

type OtherTimeProps = {
  /** The slot to begin with; none, or '', while none is chosen. */
  start?: string
  /** Minutes. */
  length: number
  error: string | undefined
  /** '' where it is no time of one day. */
  onChoose: (slot: string) => void
}

/** A time of one's own, as long as the treatment's slots are. */
export function OtherTime({ start = '', length, error, onChoose }: OtherTimeProps) {
  const t = useTexts(otherTimeTexts)
  const [begins, setBegins] = useState(() => {
    const time = parseSlot(start)
    return time ? writeClock(time.start) : ''
  })
  return (
    <Field
      label={t.startsAt}
      hint={t.lasts(length)}
      name="slot"
      type="time"
      step={300}
      value={begins}
      error={error}
      onChange={({ target }) => {
        setBegins(target.value)
        onChoose(slotFrom(target.value, length))
      }}
    />
  )
}

/** A clock's `12:15` with a length in minutes as a slot; '' where that is none of one day. */
export function slotFrom(clock: string, minutes: number): string {
  const [hour = Number.NaN, minute = Number.NaN] = clock.split(':').map(Number)
  const start = hour * 60 + minute
  const isTime = clock !== '' && Number.isInteger(start) && start + minutes <= 1440
  return isTime ? formatSlot({ start, end: start + minutes }) : ''
}

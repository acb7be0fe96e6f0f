import type { Day } from '../../contract/date.ts'
import { showDay } from '../../contract/show.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Field } from '../ui/field.tsx'

type BookingKnownProps = {
  /** Who is treated; `undefined` while that is being typed elsewhere. */
  name: string | undefined
  email: string | undefined
  day: Day
  phone: string
  onPhone: (phone: string) => void
}

/** What is known of the patient and the day, and the one thing to add. */
export function BookingKnown({ name, email = '', day, phone, onPhone }: BookingKnownProps) {
  const language = useLanguage()
  const t = useTexts(sharedTexts)
  return (
    <div className="booking-known" data-nameless={name === undefined || undefined}>
      {name !== undefined && <Field label={t.name} value={name} readOnly />}
      <Field label={t.email} type="email" value={email} readOnly />
      <Field label={t.date} value={showDay(language, day)} readOnly />
      <Field
        label={t.phone}
        type="tel"
        autoComplete="tel"
        maxLength={200}
        value={phone}
        onChange={(event) => onPhone(event.target.value)}
      />
    </div>
  )
}

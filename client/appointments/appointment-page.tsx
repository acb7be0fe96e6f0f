import { LoadFailure } from '../data/load-failure.tsx'
import { calendar } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { zoneNote } from '../i18n/clinic-zone.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Note } from '../ui/note.tsx'
import { AvailableServices } from './available-services.tsx'
import { chosenDay } from './chosen-day.ts'
import { DayPicker } from './day-picker.tsx'
import { DayPickerSkeleton } from './day-picker-skeleton.tsx'
import { dayTexts } from './day-texts.ts'
import { TreatmentSkeletons } from './treatment-skeletons.tsx'
import { useChoice } from './use-choice.ts'
import './appointment-page.css'

/** Pick a day, see what is free, book it. */
export function AppointmentPage() {
  const language = useLanguage()
  const t = useTexts(dayTexts)
  const { choice, ...change } = useChoice()
  const { data, error, isLoading, reload } = useRead(calendar)
  const { day, note } = data ? chosenDay(language, data, choice) : { day: null, note: null }
  const zone = data && day && zoneNote(language, data.timeZone, day)

  return (
    <div className="page appointment-page">
      <h1 className="appointment-title">{useTexts(sharedTexts).bookAnAppointment}</h1>
      {!data && error !== undefined ? (
        <LoadFailure what={t.theCalendar} error={error} onRetry={reload} busy={isLoading} />
      ) : (
        <div className="appointment-layout">
          {data ? (
            <DayPicker calendar={data} day={day} onPick={change.pickDay} />
          ) : (
            <DayPickerSkeleton />
          )}
          <div className="appointment-services">
            {note && <Note>{day ? t.nextDay(note) : note}</Note>}
            {data && day ? (
              <AvailableServices day={day} choice={choice} change={change} zone={zone ?? null} />
            ) : (
              <NoDayYet isLoading={!data} />
            )}
          </div>
        </div>
      )}
    </div>
  )
}

function NoDayYet({ isLoading }: { isLoading: boolean }) {
  const t = useTexts(dayTexts)
  if (isLoading) return <TreatmentSkeletons withHeading />
  return <Note>{t.noDay}</Note>
}

import { locales } from '../../contract/language.ts'
import { reminderEndpoints } from '../../contract/reminders/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { LoadFailure } from '../data/load-failure.tsx'
import { read, useRead } from '../data/use-read.ts'
import { SendConfirmation } from '../domain/confirmation/send-confirmation.tsx'
import { durationText } from '../i18n/duration-text.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { useSession } from '../identity/session/session.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { ReminderForm } from './reminder-form.tsx'
import './reminders-page.css'
import { reminderTexts } from './texts.ts'

/** When and how the clinic reminds one of appointments. */
export function RemindersPage() {
  const { user } = useSession()
  const t = useTexts(reminderTexts)
  const email = user?.email ?? ''
  const { data, error, isLoading, reload } = useRead(read(reminderEndpoints.readReminders, {}), {
    fresh: true,
  })
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  return (
    <StaffPage title={t.title}>
      {!data ? (
        <RemindersSkeleton />
      ) : (
        <>
          <Rule leads={data.reminderMinutes} />
          {user?.emailVerified ? (
            <ReminderForm key={email} settings={data} email={email} />
          ) : (
            <>
              <Note>{t.unproved}</Note>
              <SendConfirmation />
            </>
          )}
        </>
      )}
    </StaffPage>
  )
}

function Rule({ leads }: { leads: readonly number[] }) {
  const language = useLanguage()
  const t = useTexts(reminderTexts)
  const spans = leads.map((minutes) => durationText(language, minutes))
  const list = new Intl.ListFormat(locales[language]).format(spans)
  return (
    <div className="reminder-rule">
      <p>{spans.length > 0 ? t.when(list) : t.never}</p>
      <p>{t.always}</p>
    </div>
  )
}

function RemindersSkeleton() {
  const { loading } = useTexts(sharedTexts)
  return (
    <div className="reminder-form" aria-busy="true">
      <p className="visually-hidden" role="status">
        {loading}
      </p>
      <Skeleton height="3em" />
      <Skeleton width="260px" height="48px" />
      <Skeleton width="120px" height="48px" />
    </div>
  )
}

import { calendarEndpoints, clinicFeedEndpoints } from '../../contract/calendar/endpoints.ts'
import { call } from '../data/api.ts'
import { useTexts } from '../i18n/language.tsx'
import { useAdmin } from '../identity/admin-status.ts'
import { useSession } from '../identity/session.tsx'
import './calendar-page.css'
import { FeedSection } from './feed-section.tsx'
import { feedTexts } from './texts.ts'
import { UpcomingEntries } from './upcoming-entries.tsx'
import type { FeedCalls } from './use-feed.ts'

const ownCalls: FeedCalls = {
  read: (signal) => call(calendarEndpoints.readOwnFeed, {}, { signal }),
  make: () => call(calendarEndpoints.makeOwnFeed, {}),
  revoke: () => call(calendarEndpoints.revokeOwnFeed, {}),
}

const clinicCalls: FeedCalls = {
  read: (signal) => call(clinicFeedEndpoints.readClinicFeed, {}, { signal }),
  make: () => call(clinicFeedEndpoints.makeClinicFeed, {}),
  revoke: () => call(clinicFeedEndpoints.revokeClinicFeed, {}),
}

/** Private addresses by which one's own calendar follows the appointments. */
export function CalendarPage() {
  const t = useTexts(feedTexts)
  const email = useSession().user?.email ?? ''
  const isAdmin = useAdmin().status === 'yes'
  return (
    <div className="calendar-page">
      <h2>{t.heading}</h2>
      <p className="calendar-page-intro">{t.intro}</p>
      <UpcomingEntries key={`entries ${email}`} email={email} />
      <FeedSection key={email} title={t.own} whatItShows={t.ownShows} calls={ownCalls} />
      {isAdmin && (
        <FeedSection
          key={`clinic ${email}`}
          title={t.clinic}
          whatItShows={t.clinicShows}
          calls={clinicCalls}
        />
      )}
    </div>
  )
}

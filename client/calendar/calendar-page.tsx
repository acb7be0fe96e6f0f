import { calendarEndpoints, clinicFeedEndpoints } from '../../contract/calendar-endpoints.ts'
import { call } from '../api.ts'
import { useAdmin } from '../identity/admin-status.ts'
import { useSession } from '../identity/session.tsx'
import './calendar-page.css'
import { FeedSection } from './feed-section.tsx'
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
  const email = useSession().user?.email ?? ''
  const isAdmin = useAdmin().status === 'yes'
  return (
    <div className="calendar-page">
      <h2>In your own calendar</h2>
      <p className="calendar-page-intro">
        Add one appointment, or subscribe once: then your calendar on the phone or the computer
        follows by itself, whatever is new, moved or cancelled. Most calendars look about once an
        hour.
      </p>
      <UpcomingEntries key={`entries ${email}`} email={email} />
      <FeedSection
        key={email}
        title="Your appointments"
        whatItShows="all your appointments"
        calls={ownCalls}
      />
      {isAdmin && (
        <FeedSection
          key={`clinic ${email}`}
          title="The clinic’s appointments"
          whatItShows="every appointment of the clinic, with names and phone numbers"
          calls={clinicCalls}
        />
      )}
    </div>
  )
}

import * as z from 'zod/mini'
import { Done } from '../done.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById } from '../id.ts'

/** A private feed, or `null` where there is none; its address is answered only when it is made. */
export const FeedState = z.object({
  /** An instant in UTC, ISO text. */
  madeAt: z.nullable(z.string()),
})
export type FeedState = z.infer<typeof FeedState>

/** Anyone who knows this address reads the feed. */
export const NewFeed = z.object({ address: z.string(), madeAt: z.string() })
export type NewFeed = z.infer<typeof NewFeed>

export const CalendarLinks = z.object({ google: z.string(), outlook: z.string() })

/** Appointments in one's own calendar: entries to add, and feeds to subscribe to. */
export const calendarEndpoints = {
  downloadEntry: {
    method: 'GET',
    path: '/booking/:id/calendar.ics',
    summary: "One of one's own appointments as an iCalendar file.",
    access: 'owner',
    proof: 'either',
    params: ById,
    answer: z.unknown(),
    sends: 'text/calendar',
  },
  readCalendarLinks: {
    method: 'GET',
    path: '/booking/:id/calendar',
    summary:
      "Addresses that put one of one's own appointments into Google's or Outlook's calendar.",
    access: 'owner',
    params: ById,
    answer: CalendarLinks,
  },
  readFeed: {
    method: 'GET',
    path: '/calendar/:file',
    summary: 'A private calendar feed (iCalendar); its address is the proof.',
    access: 'anyone',
    params: z.object({ file: z.string().check(z.maxLength(100)) }),
    answer: z.unknown(),
    sends: 'text/calendar',
  },
  readOwnFeed: {
    method: 'GET',
    path: '/calendar-feed',
    summary: "Whether there is a feed of one's own appointments.",
    access: 'signedIn',
    answer: FeedState,
  },
  makeOwnFeed: {
    method: 'POST',
    path: '/calendar-feed',
    summary: "Make the feed of one's own appointments again; an earlier address ends.",
    access: 'signedIn',
    answer: NewFeed,
  },
  revokeOwnFeed: {
    method: 'DELETE',
    path: '/calendar-feed',
    summary: "End the feed of one's own appointments.",
    access: 'signedIn',
    answer: Done,
  },
} as const satisfies Record<string, Endpoint>

/** The feed of all of the clinic's appointments, each member of staff's own. */
export const clinicFeedEndpoints = {
  readClinicFeed: {
    method: 'GET',
    path: '/staff/calendar-feed',
    summary: "Whether there is a feed of the clinic's appointments, made by this member of staff.",
    access: { needs: 'feed' },
    audit: false,
    answer: FeedState,
  },
  makeClinicFeed: {
    method: 'POST',
    path: '/staff/calendar-feed',
    summary: "Make the feed of the clinic's appointments again; an earlier address ends.",
    access: { needs: 'feed' },
    recent: true,
    audit: 'feed_made',
    answer: NewFeed,
  },
  revokeClinicFeed: {
    method: 'DELETE',
    path: '/staff/calendar-feed',
    summary: "End the feed of the clinic's appointments.",
    access: { needs: 'feed' },
    audit: 'feed_ended',
    answer: Done,
  },
} as const satisfies Record<string, Endpoint>

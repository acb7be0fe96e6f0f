import { expect, test } from 'vitest'
import { CalendarLinks } from '../../contract/calendar/endpoints.ts'
import { startOf } from '../clock.ts'
import { readEntries } from '../testing/calendar.ts'
import { booked, monday, openPortal, request, signIn } from '../testing/portal.ts'

test('the links for Google and Outlook contain the appointment’s instants in the clinic’s time zone', async () => {
  const portal = await openPortal({ settings: { CLINIC_TIME_ZONE: 'Asia/Kolkata' } })
  const jane = await signIn(portal)
  const { _id, treatment } = await booked(portal, jane)
  const response = await request(portal, 'GET', `/booking/${_id}/calendar`, { token: jane.token })
  const links = CalendarLinks.parse(await response.json())
  const google = new URL(links.google).searchParams
  const outlook = new URL(links.outlook).searchParams
  expect(google.get('dates')).toBe('20260608T023000Z/20260608T030000Z')
  expect(google.get('ctz')).toBe('Asia/Kolkata')
  expect(outlook.get('startdt')).toBe('2026-06-08T02:30:00.000Z')
  expect(outlook.get('enddt')).toBe('2026-06-08T03:00:00.000Z')
  for (const title of [google.get('text'), outlook.get('subject')]) {
    expect(title).toBe(`${treatment} at Molar Dental`)
  }
  expect(links.outlook).not.toContain('+')
})

test('the calendar file has one published entry, and only its owner can download it', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const { _id } = await booked(portal, jane)
  const path = `/booking/${_id}/calendar.ics`
  const response = await request(portal, 'GET', path, { token: jane.token })
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="appointment-2026-06-08.ics"',
  )
  const start = startOf(monday, 480, portal.config.clinicTimeZone)
  expect(readEntries(await response.text())).toMatchObject({
    method: 'PUBLISH',
    entries: [{ start, attendees: [], uid: `${_id}@localhost` }],
  })
  const { token } = await signIn(portal)
  expect((await request(portal, 'GET', path, { token })).status).toBe(403)
})

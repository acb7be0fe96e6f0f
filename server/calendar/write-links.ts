import { type Entry, writeUtc } from './write-calendar.ts'

/** Addresses that open a prefilled entry in Google's and Outlook's calendars, to be saved there. */
export function writeLinks(entry: Entry, timeZone: string): { google: string; outlook: string } {
  const { summary, location, description, start, end } = entry
  const google = addressOf('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: summary,
    dates: `${writeUtc(start)}/${writeUtc(end)}`,
    ctz: timeZone,
    details: description,
    location,
  })
  const outlook = addressOf('https://outlook.live.com/calendar/0/action/compose', {
    rru: 'addevent',
    path: '/calendar/action/compose',
    subject: summary,
    startdt: new Date(start).toISOString(),
    enddt: new Date(end).toISOString(),
    body: description,
    location,
  })
  return { google, outlook }
}

/** Outlook reads a plus sign literally, so spaces are percent-encoded. */
function addressOf(base: string, fields: Record<string, string>): string {
  const pairs = Object.entries(fields).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  return `${base}?${pairs.join('&')}`
}

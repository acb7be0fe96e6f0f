import ICAL from 'ical.js'

/** An iCalendar object as a third-party parser reads it; instants are epoch milliseconds. */
export function readEntries(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return {
    method: calendar.getFirstPropertyValue('method'),
    entries: calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component)
      return {
        uid: event.uid,
        sequence: event.sequence,
        summary: event.summary,
        location: event.location,
        description: event.description,
        status: component.getFirstPropertyValue('status'),
        start: event.startDate.toJSDate().getTime(),
        end: event.endDate.toJSDate().getTime(),
        zone: event.startDate.zone.tzid,
        attendees: event.attendees.map((attendee) => attendee.getFirstValue()),
      }
    }),
  }
}

/** What a calendar holds that is sent invitations one after another, as RFC 5546 has it. */
export function receiveInvitations(texts: readonly string[]) {
  const held = new Map<string, ReturnType<typeof readEntries>['entries'][number]>()
  for (const { entries } of texts.map(readEntries)) {
    for (const entry of entries) {
      if (entry.sequence >= (held.get(entry.uid)?.sequence ?? 0)) held.set(entry.uid, entry)
    }
  }
  return [...held.values()]
}

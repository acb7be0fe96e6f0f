import { expect, it } from 'vitest'
import { zoneNote } from './clinic-zone.ts'

it.each([
  ['2026-11-24', 'America/New_York', null],
  ['2026-11-24', 'America/Toronto', null],
  ['2026-11-24', 'America/Chicago', 'New York time (EST)'],
  ['2026-07-01', 'Europe/Berlin', 'New York time (EDT)'],
  // Lima has no summer time: the same time in winter, an hour apart in summer.
  ['2026-12-01', 'America/Lima', null],
  ['2026-07-01', 'America/Lima', 'New York time (EDT)'],
])('%s read in %s: %s', (day, reader, note) => {
  expect(zoneNote('en', 'America/New_York', day, reader)).toBe(note)
})

it.each([
  ['America/New_York', 'America/Lima', 'hora de Nueva York (EDT)'],
  ['America/Chicago', 'America/New_York', 'hora de Chicago (CDT)'],
  ['America/Chicago', 'America/Chicago', null],
])('in Spanish, %s read in %s: %s', (clinic, reader, note) => {
  expect(zoneNote('es', clinic, '2026-07-01', reader)).toBe(note)
})

import type { ClinicProfile } from '../../contract/clinic/endpoints.ts'
import { addDays, type Day, weekdayOf } from '../../contract/date.ts'
import type { DoctorSchedule, TimeSpan } from '../../contract/doctors/schedule.ts'

// The demo clinic as an owner would enter it: treatments, chairs and working hours.

export const profile: ClinicProfile = {
  name: 'Harbor Street Dental',
  address: '112 Harbor Street, Brooklyn, NY 11231',
  phone: '(718) 555-0164',
  openingHours: 'Sunday to Friday 8 AM – 6 PM, Saturday 9 AM – 6 PM',
  about: [
    '## One house, three dentists, one hygienist',
    'Harbor Street Dental has looked after families on this side of the harbor since 2009. Most of what you need is done here: check-ups, cleanings, fillings, crowns, root canals and extractions.',
    '',
    'We plan enough time for each visit, so you rarely wait, and you see the same faces each time.',
  ].join('\n'),
  contact: [
    '## Coming here',
    'Two minutes from the ferry, and the bus stops at the door. There is a lift, and room for a stroller.',
    '',
    'In an emergency outside our hours, call the hospital on Atlantic Avenue.',
  ].join('\n'),
}

export type DemoTreatment = {
  name: string
  description: string
  /** Dollars. */
  price: number
  /** Minutes. */
  length: number
  buffer: number
  for: 'adults' | 'children' | 'everybody'
  /** How often it is booked, relative to the others of the same doctor. */
  weight: number
}

export const treatments = {
  checkUp: {
    name: 'Check-up and X-rays',
    description: 'A look at every tooth, X-rays where they are due, and a plan if one is needed.',
    ...{ price: 95, length: 25, buffer: 5, for: 'adults', weight: 6 },
  },
  child: {
    name: "Children's Check-up",
    description:
      'For children up to 16, with time to sit in the chair first and ask about everything.',
    ...{ price: 70, length: 25, buffer: 5, for: 'children', weight: 4 },
  },
  retainer: {
    name: 'Retainer Check',
    description: 'A short visit to see that retainer or night guard still fits.',
    ...{ price: 45, length: 15, buffer: 0, for: 'everybody', weight: 2 },
  },
  cleaning: {
    name: 'Teeth Cleaning',
    description: 'Plaque and stains come off, teeth are polished, gums are checked.',
    ...{ price: 120, length: 50, buffer: 10, for: 'adults', weight: 8 },
  },
  deepCleaning: {
    name: 'Deep Cleaning',
    description: 'Below the gum line, under local anesthetic, for gums that bleed.',
    ...{ price: 280, length: 80, buffer: 10, for: 'adults', weight: 3 },
  },
  sealants: {
    name: 'Fluoride and Sealants',
    description: "Fluoride varnish, and sealants in the grooves of children's molars.",
    ...{ price: 60, length: 25, buffer: 5, for: 'children', weight: 3 },
  },
  whitening: {
    name: 'Whitening',
    description: 'In the chair, two to six shades, with trays to take home.',
    ...{ price: 350, length: 65, buffer: 10, for: 'adults', weight: 1 },
  },
  filling: {
    name: 'Filling',
    description: 'Decay is removed and the tooth closed in its own color.',
    ...{ price: 190, length: 50, buffer: 10, for: 'adults', weight: 6 },
  },
  rootCanal: {
    name: 'Root Canal',
    description: 'The nerve is removed and the root closed. Most people go to work the next day.',
    ...{ price: 890, length: 90, buffer: 15, for: 'adults', weight: 2 },
  },
  crown: {
    name: 'Crown',
    description: 'Prepared, milled and seated in one long visit.',
    ...{ price: 1250, length: 120, buffer: 15, for: 'adults', weight: 2 },
  },
  extraction: {
    name: 'Tooth Extraction',
    description: 'A tooth comes out, wisdom teeth too, with a call from us the day after.',
    ...{ price: 320, length: 50, buffer: 10, for: 'adults', weight: 2 },
  },
} as const satisfies Record<string, DemoTreatment>
export type TreatmentKey = keyof typeof treatments

/** Minutes between the starts of every treatment. */
export const every = 15

export const chairs = {
  one: { name: 'Chair 1', treatments: [] },
  two: { name: 'Chair 2', treatments: [] },
  three: { name: 'Chair 3', treatments: [] },
  hygiene: {
    name: 'Hygiene room',
    treatments: ['cleaning', 'deepCleaning', 'sealants', 'whitening', 'retainer'],
  },
} as const satisfies Record<string, { name: string; treatments: readonly TreatmentKey[] }>
export type ChairKey = keyof typeof chairs

const span = (start: number, end: number): TimeSpan => ({ start: start * 60, end: end * 60 })
const off: TimeSpan[] = []
const early = [span(8, 12), span(13, 17)]
const late = [span(9, 13), span(14, 18)]
const short = [span(8, 12.5), span(13.25, 16)]

export type DemoDoctor = {
  name: string
  email: string
  specialty: TreatmentKey
  treatments: readonly TreatmentKey[]
  chair: ChairKey
  /** Sunday first. */
  week: readonly (readonly TimeSpan[])[]
  look: { skin: string; hair: string; coat: string; ground: string; long: boolean }
}

export const doctors: readonly DemoDoctor[] = [
  {
    name: 'Dr. Ines Marquardt',
    email: 'ines.marquardt@harborstreet.example',
    specialty: 'crown',
    treatments: ['checkUp', 'child', 'filling', 'crown', 'retainer'],
    chair: 'one',
    week: [early, early, early, early, early, off, off],
    look: { skin: '#e8b894', hair: '#4a2c1d', coat: '#ffffff', ground: '#bfd9d4', long: true },
  },
  {
    name: 'Dr. Tobias Okafor',
    email: 'tobias.okafor@harborstreet.example',
    specialty: 'extraction',
    treatments: ['checkUp', 'filling', 'crown', 'extraction', 'whitening'],
    chair: 'two',
    week: [off, late, late, off, late, late, late],
    look: { skin: '#7a4a2e', hair: '#1c1512', coat: '#eef4fb', ground: '#f0d9b8', long: false },
  },
  {
    name: 'Dr. Leonie Castellane',
    email: 'leonie.castellane@harborstreet.example',
    specialty: 'rootCanal',
    treatments: ['checkUp', 'child', 'rootCanal', 'extraction', 'filling'],
    chair: 'three',
    week: [short, short, off, short, short, off, off],
    look: { skin: '#f2cdb0', hair: '#b5662c', coat: '#ffffff', ground: '#d3cbe6', long: true },
  },
  {
    name: 'Hana Lindqvist',
    email: 'hana.lindqvist@harborstreet.example',
    specialty: 'cleaning',
    treatments: ['cleaning', 'deepCleaning', 'sealants', 'whitening', 'retainer'],
    chair: 'hygiene',
    week: [early, off, early, early, early, early, off],
    look: { skin: '#f6d7bd', hair: '#e2c275', coat: '#cfe6dc', ground: '#e9c9c4', long: true },
  },
]

/** The day on which the clinic is closed: the third Wednesday counted from this week's. */
export function holidayOf(today: Day): Day {
  return addDays(today, 14 + ((3 - weekdayOf(today) + 7) % 7))
}

/** The next such weekday after some days. */
function nextOn(today: Day, weekday: number, after: number): Day {
  const first = addDays(today, after)
  return addDays(first, (weekday - weekdayOf(first) + 7) % 7)
}

type Exceptional = Pick<DoctorSchedule, 'exceptions' | 'timeOff' | 'blocks'>

/** The exceptions in six weeks of the doctor at that index in the list. */
export function exceptionalOf(place: number, today: Day): Exceptional {
  // On Thursdays all four work.
  const thursdays = Array.from({ length: 6 }, (_, week) => nextOn(today, 4, -21 + week * 7))
  const meeting = { start: 9 * 60, end: 9 * 60 + 30 }
  const blocks = thursdays.map((day) => ({ day, time: meeting, reason: 'Team meeting' }))
  const none = { exceptions: [], timeOff: [], blocks }
  if (place === 0) {
    return { ...none, exceptions: [{ day: nextOn(today, 2, 1), hours: [span(8, 12)] }] }
  }
  if (place === 1) {
    const from = nextOn(today, 4, 8)
    return { ...none, timeOff: [{ from, to: addDays(from, 2), reason: 'Vacation' }] }
  }
  if (place === 2) {
    const conference = { day: nextOn(today, 1, 5), time: span(13.25, 16) }
    return { ...none, blocks: [...blocks, { ...conference, reason: 'Endodontics conference' }] }
  }
  return none
}

import { addDays, type Day, daysBetween, weekdayOf } from '../../contract/date.ts'
import type { TimeSpan } from '../../contract/doctors/schedule.ts'
import {
  type DemoTreatment,
  doctors,
  every,
  exceptionalOf,
  holidayOf,
  type TreatmentKey,
  treatments,
} from './clinic.ts'
import type { Dice } from './dice.ts'
import type { DemoPatient } from './people.ts'

/** One appointment to be booked. */
export type Visit = {
  day: Day
  /** Minutes since the clinic's midnight. */
  start: number
  end: number
  treatment: TreatmentKey
  /** An index in `doctors`. */
  doctor: number
  patient: DemoPatient
}

export type Range = { today: Day; back: number; ahead: number }

/** Plans visits: fills hours one after the other, without overlaps for any doctor or patient. */
export function planVisits(dice: Dice, patients: DemoPatient[], range: Range): Visit[] {
  const { today, back, ahead } = range
  const days = Array.from({ length: back + 1 + ahead }, (_, n) => addDays(today, n - back))
  const pick = createPicker(dice, patients)
  return days.flatMap((day) =>
    doctors.flatMap((_, doctor) => {
      const share = shareOf(daysBetween(today, day)) + dice.between(-6, 6) / 100
      return hoursOf(doctor, day, today).flatMap((hours) =>
        fillHours(dice, { day, doctor, hours, share, pick }),
      )
    }),
  )
}

/** The share of a day's hours that is booked, buffers included: the further ahead, the less. */
function shareOf(daysAhead: number): number {
  if (daysAhead <= 0) return 0.96
  if (daysAhead <= 5) return 0.95
  return daysAhead <= 12 ? 0.86 : 0.78
}

/** When a doctor sees patients on a day, by their schedule in `clinic.ts`. */
export function hoursOf(doctor: number, day: Day, today: Day): TimeSpan[] {
  const { exceptions, timeOff, blocks } = exceptionalOf(doctor, today)
  if (day === holidayOf(today)) return []
  if (timeOff.some(({ from, to }) => from <= day && day <= to)) return []
  const own = exceptions.find((one) => one.day === day)
  const hours = own?.hours ?? doctors[doctor]?.week[weekdayOf(day)] ?? []
  const blocked = blocks.filter((block) => block.day === day).map(({ time }) => time)
  return blocked.reduce<TimeSpan[]>(
    (spans, { start, end }) =>
      spans.flatMap((one) =>
        [
          { start: one.start, end: Math.min(one.end, start) },
          { start: Math.max(one.start, end), end: one.end },
        ].filter((part) => part.start < part.end),
      ),
    [...hours],
  )
}

type Filling = {
  day: Day
  doctor: number
  hours: TimeSpan
  share: number
  pick: ReturnType<typeof createPicker>
}

function fillHours(dice: Dice, { day, doctor, hours, share, pick }: Filling): Visit[] {
  const visits: Visit[] = []
  let at = hours.start
  let given = 0
  while (at + every <= hours.end) {
    const isBehind = given <= (at - hours.start) * share
    const fits = isBehind ? fittingTreatments(doctor, hours.end - at) : []
    const treatment = fits.length > 0 ? pickWeighted(dice, fits) : undefined
    const patient = treatment && pick({ day, treatment })
    let taken = every
    if (treatment && patient) {
      const { length, buffer } = treatments[treatment]
      visits.push({ day, start: at, end: at + length, treatment, doctor, patient })
      taken = Math.ceil((length + buffer) / every) * every
      given += taken
    }
    at += taken
  }
  return visits
}

function fittingTreatments(doctor: number, room: number): TreatmentKey[] {
  const own = doctors[doctor]?.treatments ?? []
  return own.filter((key) => treatments[key].length <= room)
}

function pickWeighted(dice: Dice, keys: readonly TreatmentKey[]): TreatmentKey {
  return dice.pick(keys.flatMap((key) => Array.from({ length: treatments[key].weight }, () => key)))
}

/** The least days between two visits of one patient. */
const restDays = 3

/** Picks a patient for an appointment, those with the fewest first. */
function createPicker(dice: Dice, patients: DemoPatient[]) {
  const waiting = dice.shuffled(patients)
  const seen = new Map<DemoPatient, { day: Day; treatment: TreatmentKey }[]>()
  return ({ day, treatment }: { day: Day; treatment: TreatmentKey }): DemoPatient | undefined => {
    const group: DemoTreatment['for'] = treatments[treatment].for
    const place = waiting.findIndex((patient) => {
      if (group === 'adults' && patient.isChild) return false
      if (group === 'children' && !patient.isChild) return false
      return !(seen.get(patient) ?? []).some(
        (visit) => Math.abs(daysBetween(visit.day, day)) <= restDays,
      )
    })
    const [patient] = place < 0 ? [] : waiting.splice(place, 1)
    if (!patient) return undefined
    waiting.push(patient)
    seen.set(patient, [...(seen.get(patient) ?? []), { day, treatment }])
    return patient
  }
}

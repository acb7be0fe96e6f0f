import { expect, it } from 'vitest'
import type { DoctorSchedule } from '../../../contract/doctors/schedule.ts'
import { problemsOf } from '../../forms/problems.ts'
import { draftOf, type HoursDraft, readDraft, withMondayCopied } from './hours-draft.ts'

const today = '2026-06-09'
const day = [
  { start: 540, end: 720 },
  { start: 780, end: 1440 },
]
const schedule: DoctorSchedule = {
  treatments: ['cleaning'],
  chairs: [],
  weeks: [{ from: '2026-06-01', days: [[], day, day, day, day, day, []] }],
  exceptions: [{ day: '2026-06-09', hours: [] }],
  timeOff: [{ from: '2026-07-01', to: '2026-07-14', reason: 'Holidays' }],
  blocks: [{ day: '2026-06-08', time: { start: 0, end: 600 }, reason: 'Meeting' }],
}

it('a schedule goes through the form unchanged, with midnight as start or end', () => {
  expect(readDraft(draftOf(schedule, today), 'en')).toEqual({ ok: true, values: schedule })
})

it('Monday’s hours are copied to the next four days', () => {
  const [week] = draftOf(
    { ...schedule, weeks: [{ from: '2026-06-01', days: [[], day, [], [], [], [], []] }] },
    today,
  ).weeks
  expect(week && withMondayCopied(week)).toEqual(draftOf(schedule, today).weeks[0])
})

it('what was over before today is past, and time off only once its last day is over', () => {
  const { exceptions, timeOff, blocks } = draftOf(
    {
      ...schedule,
      exceptions: ['2026-06-08', '2026-06-09'].map((one) => ({ day: one, hours: [] })),
      timeOff: ['2026-06-08', '2026-06-09'].map((to) => ({ from: '2026-06-01', to, reason: '' })),
      blocks: ['2026-06-08', '2026-06-09'].map((one) => ({
        day: one,
        time: { start: 540, end: 600 },
        reason: '',
      })),
    },
    today,
  )
  for (const list of [exceptions, timeOff, blocks]) {
    expect(list.map(({ isPast }) => isPast)).toEqual([true, false])
  }
})

const isPast = false
const nine = { from: '09:00', to: '10:00' }
const wrong: [Partial<HoursDraft>, string, string][] = [
  [{ blocks: [{ day: '', ...nine, reason: '', isPast }] }, 'blocks', 'Fill in every day'],
  [
    { exceptions: [{ day: '2026-06-09', hours: [{ from: '09:00', to: '' }], isPast }] },
    'exceptions',
    'Fill',
  ],
  [
    { exceptions: [{ day: '2026-06-09', hours: [nine, nine], isPast }] },
    'exceptions',
    'hours_overlap',
  ],
  [
    { blocks: [{ day: '2026-06-09', from: '10:00', to: '09:00', reason: '', isPast }] },
    'blocks',
    'hours_b',
  ],
  [
    { timeOff: [{ from: '2026-06-09', to: '2026-06-08', reason: '', isPast }] },
    'timeOff',
    'days_backwards',
  ],
]
it.each(wrong)('refuses %j', (part, field, problem) => {
  const problems = problemsOf(readDraft({ ...draftOf(schedule, today), ...part }, 'en'))
  expect(Object.keys(problems)).toEqual([field])
  expect(Object.values(problems)[0]).toMatch(problem)
})

import { expect, it } from 'vitest'
import type { DoctorSchedule } from '../../../contract/doctors/schedule.ts'
import { problemsOf } from '../../forms/problems.ts'
import { draftOf, type HoursDraft, readDraft, withMondayCopied } from './hours-draft.ts'

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
  expect(readDraft(draftOf(schedule), 'en')).toEqual({ ok: true, values: schedule })
})

it('Monday’s hours are copied to the next four days', () => {
  const [week] = draftOf({
    ...schedule,
    weeks: [{ from: '2026-06-01', days: [[], day, [], [], [], [], []] }],
  }).weeks
  expect(week && withMondayCopied(week)).toEqual(draftOf(schedule).weeks[0])
})

const nine = { from: '09:00', to: '10:00' }
const wrong: [Partial<HoursDraft>, string, string][] = [
  [{ blocks: [{ day: '', ...nine, reason: '' }] }, 'blocks', 'Fill in every day'],
  [
    { exceptions: [{ day: '2026-06-09', hours: [{ from: '09:00', to: '' }] }] },
    'exceptions',
    'Fill',
  ],
  [{ exceptions: [{ day: '2026-06-09', hours: [nine, nine] }] }, 'exceptions', 'hours_overlap'],
  [
    { blocks: [{ day: '2026-06-09', from: '10:00', to: '09:00', reason: '' }] },
    'blocks',
    'hours_b',
  ],
  [
    { timeOff: [{ from: '2026-06-09', to: '2026-06-08', reason: '' }] },
    'timeOff',
    'days_backwards',
  ],
]
it.each(wrong)('refuses %j', (part, field, problem) => {
  const problems = problemsOf(readDraft({ ...draftOf(schedule), ...part }, 'en'))
  expect(Object.keys(problems)).toEqual([field])
  expect(Object.values(problems)[0]).toMatch(problem)
})

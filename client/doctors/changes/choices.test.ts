import { expect, it } from 'vitest'
import {
  choicesOf,
  decideAll,
  decisionOf,
  forAllOf,
  optionsOf,
  proposedFor,
  type ToDecide,
} from './choices.ts'

const bo = { date: 'Jun 8, 2026', slot: '9:00 AM - 9:30 AM', doctor: 'b', doctorName: 'Bo' }
const later = { ...bo, slot: '10:00 AM - 10:30 AM' }
const proposal = { revision: 3, phone: '718 555 0100', hasMail: true, same: bo, times: [later] }
const jane: ToDecide = {
  ...{ _id: 'j', patientName: 'Jane Doe', treatment: 'Cleaning', proposal },
  ...{ date: bo.date, slot: bo.slot, doctor: 'a' },
}
const joe = { ...jane, _id: 'k', proposal: { ...proposal, same: null } }
const ann = { ...jane, _id: 'a', proposal: { ...proposal, same: null, times: [] } }
const all = [jane, joe, ann]

it('proposes a colleague at the same time, else the next time, else asks the patient to choose', () => {
  expect(all.map(proposedFor)).toEqual(['same', 'time-0', 'ask'])
  expect(choicesOf(all, new Map())).toEqual([
    {
      way: 'move',
      appointment: 'j',
      revision: 3,
      to: { date: bo.date, slot: bo.slot, doctor: 'b' },
    },
    {
      ...{ way: 'move', appointment: 'k', revision: 3 },
      to: { date: later.date, slot: later.slot, doctor: 'b' },
    },
    { way: 'ask', appointment: 'a', revision: 3 },
  ])
})

it('labels the options in both languages', () => {
  expect(optionsOf('en', jane).map(({ label }) => label)).toEqual([
    'Same time, Bo',
    'Jun 8, 2026, 10:00 AM - 10:30 AM, Bo',
    'Let the patient choose another time',
    'Cancel with full refund',
    'Leave as it is for now',
  ])
  expect(optionsOf('en', { ...jane, doctor: 'b' })[0]?.label).toBe(
    'Same doctor, same time, another chair',
  )
  expect(optionsOf('es', ann).map(({ label }) => label)).toEqual([
    'Que el paciente elija otro horario',
    'Cancelar y devolver todo',
    'Dejarla así por ahora',
  ])
})

it('a decision for all becomes mixed when one appointment is decided separately', () => {
  expect(forAllOf(all, new Map())).toBe('proposed')
  const cancelled = decideAll(all, 'cancel')
  expect(forAllOf(all, cancelled)).toBe('cancel')
  expect(forAllOf(all, new Map([...cancelled, ['j', 'leave']]))).toBe('mixed')
  expect(choicesOf(all, decideAll(all, 'leave'))).toEqual([])
})

it('a decision for a proposal that no longer exists falls back to the current proposal', () => {
  const decisions = new Map([['j', 'same'] as const])
  expect(decisionOf([{ ...jane, proposal: joe.proposal }], decisions, 'j')).toBe('time-0')
})

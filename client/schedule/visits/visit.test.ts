import { expect, it } from 'vitest'
import { nextSteps, standingOf, statusBefore } from './visit.ts'

const zone = 'America/New_York'
const at = (clock: string) => Date.parse(`2026-06-05T${clock}:00-04:00`)
const iso = (clock: string) => new Date(at(clock)).toISOString()
const booked = {
  date: 'Jun 5, 2026',
  slot: '10:00 AM - 10:30 AM',
  status: 'booked' as const,
  arrivedAt: null,
  seatedAt: null,
}

const on = (clock: string, lateMinutes = 10) => ({ timeZone: zone, lateMinutes, now: at(clock) })

it('reports a patient as late after the number of minutes that the clinic has set', () => {
  expect(standingOf(booked, on('09:40'))).toEqual({ kind: 'expected', minutes: 0 })
  expect(standingOf(booked, on('10:09'))).toEqual({ kind: 'expected', minutes: 0 })
  expect(standingOf(booked, on('10:10'))).toEqual({ kind: 'late', minutes: 10 })
  expect(standingOf(booked, on('10:10', 15))).toEqual({ kind: 'expected', minutes: 0 })
  expect(standingOf(booked, on('10:04', 4))).toEqual({ kind: 'late', minutes: 4 })
})

it('counts the minutes since the patient arrived, and since they were seated', () => {
  const arrived = { ...booked, status: 'arrived' as const, arrivedAt: iso('09:50') }
  expect(standingOf(arrived, on('10:02'))).toEqual({ kind: 'waiting', minutes: 12 })
  // A clock that runs behind the server's.
  expect(standingOf(arrived, on('09:49'))).toEqual({ kind: 'waiting', minutes: 0 })
  const seated = { ...arrived, status: 'seated' as const, seatedAt: iso('10:05') }
  expect(standingOf(seated, on('10:20'))).toEqual({ kind: 'seated', minutes: 15 })
  expect(standingOf({ ...seated, status: 'completed' }, on('10:40')).kind).toBe('over')
  expect(standingOf({ ...booked, status: 'no_show' }, on('10:40')).kind).toBe('over')
})

it('offers the next step, and a no-show only once the appointment has started', () => {
  const today = { isToday: true, hasBegun: false }
  expect(nextSteps({ status: 'booked' }, today)).toEqual(['arrived'])
  expect(nextSteps({ status: 'booked' }, { ...today, hasBegun: true })).toEqual([
    'arrived',
    'no_show',
  ])
  expect(nextSteps({ status: 'arrived' }, today)).toEqual(['seated'])
  expect(nextSteps({ status: 'seated' }, today)).toEqual(['completed'])
  expect(nextSteps({ status: 'no_show' }, today)).toEqual(['arrived'])
  expect(nextSteps({ status: 'completed' }, today)).toEqual([])
  expect(nextSteps({ status: 'cancelled' }, today)).toEqual([])
  const before = { isToday: false, hasBegun: true }
  expect(nextSteps({ status: 'booked' }, before)).toEqual(['completed', 'no_show'])
})

it('undoes a step to the last one that was recorded', () => {
  const [arrivedAt, seatedAt] = [iso('09:50'), iso('10:05')]
  expect(statusBefore({ status: 'completed', arrivedAt, seatedAt })).toBe('seated')
  expect(statusBefore({ status: 'completed', arrivedAt, seatedAt: null })).toBe('arrived')
  expect(statusBefore({ status: 'completed', arrivedAt: null, seatedAt: null })).toBe('booked')
  expect(statusBefore({ status: 'seated', arrivedAt, seatedAt })).toBe('arrived')
  expect(statusBefore({ status: 'arrived', arrivedAt, seatedAt: null })).toBe('booked')
  expect(statusBefore({ status: 'no_show', arrivedAt: null, seatedAt: null })).toBe('booked')
})

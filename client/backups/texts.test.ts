import { expect, test } from 'vitest'
import type { BackupState } from '../../contract/backups/endpoints.ts'
import { warningOf } from '../domain/backups/warning-text.ts'
import { failureText, hintsOf, secondsText, sizeText, summaryOf } from './texts.ts'

const now = '2026-06-05T13:15:00.000Z'
const whole: BackupState = {
  ...{ verdict: 'fine', now, lastFailure: null, runningSince: null, keptDays: 30 },
  lastGood: {
    endedAt: '2026-06-05T07:15:30.000Z',
    seconds: 4,
    bytes: 5_230_000,
    file: '/disk/one',
  },
  ...{ next: '2026-06-06T07:15:00.000Z', place: '/disk', isBesideData: false, isEncrypted: true },
  leftOut: [],
}
const old: BackupState = { ...whole, verdict: 'old', now: '2026-06-08T08:00:00.000Z' }
const none: BackupState = { ...whole, verdict: 'none', lastGood: null }

test('the summary states the age of the last good backup, and an old or missing one causes a warning', () => {
  expect(summaryOf('en', whole)).toMatchObject({
    tone: 'good',
    title: 'The last good backup is 5 hours old',
  })
  expect(warningOf('en', whole)).toBeUndefined()
  expect(summaryOf('en', old)).toMatchObject({
    tone: 'warn',
    title: 'The last good backup is 3 days old',
  })
  expect(warningOf('es', old)).toBe(
    'La última copia de seguridad correcta del portal tiene 3 días.',
  )
  expect(summaryOf('es', none).tone).toBe('warn')
  expect(warningOf('en', none)).toBe('The portal has no backup.')
})

test.each([
  ['2026-06-05T07:15:31.000Z', '1 minute'],
  ['2026-06-05T08:15:29.000Z', '59 minutes'],
  ['2026-06-05T08:15:30.000Z', '1 hour'],
  ['2026-06-07T07:15:29.000Z', '47 hours'],
  ['2026-06-07T07:15:30.000Z', '2 days'],
])('at %s the last good backup is %s old', (at, age) => {
  expect(summaryOf('en', { ...whole, now: at }).title).toBe(`The last good backup is ${age} old`)
})

test('there is no warning for a trial clinic without backups or while a backup is running', () => {
  const trial: BackupState = { ...none, verdict: 'fine', next: null }
  expect(summaryOf('en', trial)).toMatchObject({ tone: 'calm', title: 'There is no backup yet' })
  expect(warningOf('en', trial)).toBeUndefined()
  const running = { ...none, runningSince: now }
  expect(summaryOf('en', running)).toMatchObject({ tone: 'calm', title: 'A backup is being made' })
  expect(warningOf('en', running)).toBeUndefined()
})

test('a failed backup is reported with its cause and the number of attempts', () => {
  const failed = (count: number): BackupState => ({
    ...old,
    lastFailure: { at: now, why: 'full', count, path: null },
  })
  expect(failureText('en', failed(1))).toMatch(/^The last try failed\. The disk .* is full\./)
  expect(failureText('es', failed(3))).toMatch(/^Desde entonces fallaron 3 intentos\. El disco/)
  expect(failureText('en', whole)).toBeUndefined()
  const path = '/data/caf\\xe9'
  const named = { ...old, lastFailure: { at: now, why: 'file_name', count: 1, path } } as const
  expect(failureText('en', named)).toMatch(
    /^The last try failed\. .*not UTF-8.*: \/data\/caf\\xe9$/,
  )
  expect(failureText('es', named)).toMatch(
    /^El último intento falló\. .*UTF-8.*: \/data\/caf\\xe9$/,
  )
})

test('hints appear only for settings that need attention', () => {
  expect(hintsOf(whole)).toEqual([])
  const bare = { ...whole, next: null, isBesideData: true, isEncrypted: false }
  expect(hintsOf(bare)).toEqual(['schedule', 'place', 'key'])
})

test('sizes and durations are formatted in readable units', () => {
  expect([0, 999, 12_345, 5_230_000, 7_000_000_000_000].map((it) => sizeText('en', it))).toEqual([
    ...['0 byte', '999 byte', '12.3 kB', '5.23 MB', '7,000 GB'],
  ])
  expect(secondsText('en', 0.3)).toBe('1 second')
  expect(secondsText('es', 300)).toBe('5 minutos')
})

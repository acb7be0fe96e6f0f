import { expect, it } from 'vitest'
import { movingHeader } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { setSessionState } from '../identity/session/session-state.ts'
import { noteMoving } from './moving.ts'
import { noteUnsaved } from './unsaved.ts'
import { nameOf, touch } from './use-action.ts'
import { forgetSetAside, queryClient } from './use-read.ts'

function signIn(email: string) {
  const user = { id: email, email, displayName: 'A Patient', emailVerified: true }
  setSessionState({ status: 'signedIn', user })
}

const stored = (queryKey: readonly unknown[]) => queryClient.getQueryData(queryKey)

it('removes cached account data when the account signs out or another signs in, but not public data', () => {
  const [one, other, open] = [
    ['a@clinic.example', 'own'],
    ['b@clinic.example', 'own'],
    ['', 'all'],
  ]
  signIn('a@clinic.example')
  queryClient.setQueryData(one, 1)
  queryClient.setQueryData(open, 2)
  signIn('b@clinic.example')
  expect([stored(one), stored(open)]).toEqual([undefined, 2])
  queryClient.setQueryData(other, 3)
  signIn('b@clinic.example')
  expect(stored(other)).toBe(3)
  setSessionState({ status: 'anonymous', ended: true })
  expect([stored(other), stored(open)]).toEqual([undefined, 2])
})

it('restores what a page with unsaved input has read only when the same account signs in again, until it is left', () => {
  const key = ['c@clinic.example', 'own']
  const end = () => setSessionState({ status: 'anonymous', ended: true })
  signIn('c@clinic.example')
  queryClient.setQueryData(key, 4)
  const noteSaved = noteUnsaved()
  end()
  expect(stored(key)).toBeUndefined()
  signIn('c@clinic.example')
  expect(stored(key)).toBe(4)
  end()
  signIn('d@clinic.example')
  signIn('c@clinic.example')
  expect(stored(key)).toBeUndefined()
  queryClient.setQueryData(key, 5)
  end()
  forgetSetAside()
  signIn('c@clinic.example')
  expect(stored(key)).toBeUndefined()
  noteSaved()
})

it('invalidates cached responses that depend on a changed endpoint', async () => {
  const keyOf = (name: string) => ['', name]
  const { readCalendar, listTreatments, listAvailable } = endpoints
  for (const reads of [[readCalendar], [listTreatments], [listAvailable, readCalendar]]) {
    const names = reads.map(nameOf)
    const queryFn = () => 'an answer'
    await queryClient.fetchQuery({ queryKey: keyOf(names.join()), queryFn, meta: { reads: names } })
  }
  touch(readCalendar)
  const isOutdated = (...reads: { method: string; path: string }[]) =>
    queryClient.getQueryState(keyOf(reads.map(({ method, path }) => `${method} ${path}`).join()))
      ?.isInvalidated
  expect(isOutdated(readCalendar)).toBe(true)
  expect(isOutdated(listAvailable, readCalendar)).toBe(true)
  expect(isOutdated(listTreatments)).toBe(false)
})

it('invalidates cached responses when a move to another server ends', async () => {
  const queryKey = ['', 'refused']
  await queryClient.fetchQuery({ queryKey, queryFn: () => 'an answer' })
  const isOutdated = () => queryClient.getQueryState(queryKey)?.isInvalidated
  noteMoving(new Headers({ [movingHeader]: '1' }))
  expect(isOutdated()).toBe(false)
  noteMoving(new Headers())
  expect(isOutdated()).toBe(true)
})

it('loads an answer that stays on screen again when it is over', () => {
  const { refetchInterval } = queryClient.getDefaultOptions().queries ?? {}
  const query = queryClient
    .getQueryCache()
    .build<unknown, Error, unknown, readonly unknown[]>(queryClient, {
      queryKey: ['', 'of a day'],
      meta: { reads: [], endOf: ({ end }: { end: number }) => end },
    })
  const msLeft = () =>
    typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval
  expect(msLeft()).toBe(false)
  const end = Date.now() + 3_600_000
  query.setData({ end })
  expect(msLeft()).toBeGreaterThan(3_590_000)
  expect(msLeft()).toBeLessThanOrEqual(3_600_000)
  // The reader's clock is a little ahead of the clinic's.
  query.setData({ end: Date.now() - 20 })
  expect(msLeft()).toBe(1000)
})

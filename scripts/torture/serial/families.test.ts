import { expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { everyEndpoint } from '../../../contract/every-endpoint.ts'
import { endpointsOf, families, familyOf } from './families.ts'

const writing = Object.entries<Endpoint>(everyEndpoint)
  .filter(([, { method }]) => method !== 'GET')
  .map(([name]) => name)

test('each endpoint that writes is in a family of the serial model, or has a stated reason why not', () => {
  expect(Object.keys(familyOf).toSorted()).toEqual(writing.toSorted())
})

test('each family has endpoints', () => {
  for (const family of families) expect(endpointsOf(family), family).not.toEqual([])
})

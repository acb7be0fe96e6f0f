import { Hono } from 'hono'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { openPortal } from '../testing/portal.ts'
import { createServe } from './serve.ts'

const endpoint = {
  method: 'GET',
  path: '/people',
  summary: '',
  access: 'anyone',
  answer: z.array(z.object({ name: z.string() })),
} as const satisfies Endpoint

test('an answer contains only the fields of the contract', async () => {
  const { deps, config } = await openPortal()
  const app = new Hono()
  const serve = createServe(app, { ...deps, config })
  const row = { name: 'Jane', passwordHash: 'x' }
  serve(endpoint, async () => [row])
  expect(await (await app.request('/people')).json()).toEqual([{ name: 'Jane' }])
})

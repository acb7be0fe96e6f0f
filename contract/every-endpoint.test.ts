import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Endpoint, neededFor } from './endpoint.ts'
import { everyEndpoint } from './every-endpoint.ts'

const all = Object.entries<Endpoint>(everyEndpoint)
/** They are posted for the length of what they take. */
const changingNothing = ['previewMarkdown']
const staffs = all.filter(([, endpoint]) => neededFor(endpoint) !== undefined)

test.each(staffs)(
  'the staff endpoint %s has an audit name or opts out of the audit',
  (_, endpoint) => {
    expect(endpoint.audit).toSatisfy((audit) => audit === false || /^[a-z]+(_[a-z]+)+$/.test(audit))
  },
)

const changing = staffs.filter(([, { method }]) => method !== 'GET')

test.each(changing.filter(([name]) => !changingNothing.includes(name)))(
  '%s changes something, so it is in the audit',
  (_, endpoint) => {
    expect(endpoint.audit).toEqual(expect.any(String))
  },
)

const asksFor = ({ query }: Endpoint, ...names: readonly string[]) =>
  query !== undefined &&
  names.some((name) => name in (z.toJSONSchema(query, { io: 'input' }).properties ?? {}))
const namesPeople = (endpoint: Endpoint) => asksFor(endpoint, 'search', 'email')

test('every endpoint whose query identifies people is discreet', () => {
  const found = all.filter(([, endpoint]) => namesPeople(endpoint))
  expect(found.length).toBeGreaterThanOrEqual(6)
  const shown = found.filter(([, { discreet }]) => !discreet)
  expect(shown.map(([name]) => name)).toEqual([])
})

test('no secret token is part of an address, except to unsubscribe with one click', () => {
  const shown = all.filter(
    ([, endpoint]) => /:(token|secret)/.test(endpoint.path) || asksFor(endpoint, 'token', 'secret'),
  )
  // Mail programs send an address and nothing else (RFC 8058), as calendar programs do.
  expect(shown.map(([name]) => name)).toEqual(['unsubscribeAtOnce'])
})

test('a path with the e-mail address of an account also accepts its ID', () => {
  const id = { email: '01a20610-2a77-766e-9f3d-76c6af95d887' }
  const byEmail = all.filter(([, { path }]) => path.includes(':email'))
  expect(byEmail.length).toBeGreaterThan(6)
  const alone = byEmail.filter(([, { params }]) => !params?.safeParse(id).success)
  expect(alone.map(([name]) => name)).toEqual([])
})

test('no two endpoints have the same audit name', () => {
  const named = staffs.map(([, { audit }]) => audit).filter((audit) => audit !== false)
  expect(named).toEqual([...new Set(named)])
})

test('no two endpoints have the same method and path', () => {
  const calls = all.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(calls).toEqual([...new Set(calls)])
})

test('no two endpoints have the same name, which would hide the first from checks of all endpoints', async () => {
  const source = readFileSync(new URL('./every-endpoint.ts', import.meta.url), 'utf8')
  const imports = [...source.matchAll(/^import \{ (.+) \} from '(.+)'$/gm)]
  const counts = await Promise.all(
    imports.map(async ([, names = '', file = '']) => {
      const module: Record<string, object> = await import(file)
      return names.split(', ').flatMap((name) => Object.keys(module[name] ?? {}))
    }),
  )
  expect(counts.flat().toSorted()).toEqual(Object.keys(everyEndpoint).toSorted())
})

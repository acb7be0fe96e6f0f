import { expect, test } from 'vitest'
import { Role } from '../../contract/roles.ts'
import { createDice } from '../../scripts/demo-clinic/dice.ts'
import { createComposer } from '../../scripts/fuzz/calls.ts'
import { readDocument } from '../../scripts/fuzz/document.ts'
import { nobody, type Person } from '../../scripts/fuzz/people.ts'
import { createPool } from '../../scripts/fuzz/pool.ts'
import type { Request as Composed } from '../../scripts/fuzz/send.ts'
import { createMaker } from '../../scripts/fuzz/values.ts'
import { openPortal, type Portal, request, signIn, today } from '../testing/portal.ts'

async function enter(portal: Portal, role: Role): Promise<Person> {
  const { email, name, token } = await signIn(portal, `${role}@clinic.example`, role)
  return { role, id: '', email, name, token, cookie: '' }
}

async function ask({ app }: Portal, { method, path, headers, body }: Composed) {
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD'
  const content = typeof body === 'string' ? body : Buffer.from(body ?? '')
  const response = await app.request(path, { method, headers, ...(hasBody && { body: content }) })
  const type = response.headers.get('content-type') ?? ''
  const isStream = type.startsWith('text/event-stream')
  if (isStream) await response.body?.cancel()
  return { status: response.status, type, text: isStream ? '' : await response.text() }
}

/** Calls that end the account or session; `npm run fuzz` makes them. */
const ends = new Set(['deleteAccount', 'endSessions', 'endSession', 'uploadImage'])

test('300 generated calls are answered below 500 and match the OpenAPI document', async () => {
  const portal = await openPortal()
  const described = await (await request(portal, 'GET', '/openapi.json')).json()
  const { operations, follow } = readDocument(described)
  const people = [nobody]
  for (const role of Role.options) people.push(await enter(portal, role))
  const pool = createPool()
  const origin = portal.config.publicUrl
  const compose = createComposer(createMaker(follow), { pool, today, origin })
  const wrong: unknown[] = []
  let taken = 0
  for (let number = 0; number < 300; number += 1) {
    const dice = createDice(number)
    const operation = dice.pick(operations.filter(({ id }) => !ends.has(id)))
    const person = dice.pick(people)
    const mood = dice.pick(['valid', 'valid', 'nearly', 'wild'] as const)
    const composed = compose({ operation, person, mood, dice })
    const answer = await ask(portal, composed.request)
    if (answer.status === 200) taken += 1
    if (answer.type.startsWith('application/json') && answer.status === 200) {
      pool.harvest(operation.path, JSON.parse(answer.text), person.email, dice)
    }
    const problem = composed.isWrapped ? null : operation.check(answer)
    const isOpen = answer.status === 200 && operation.isGuarded && person === nobody
    if (answer.status >= 500 || problem || isOpen) {
      wrong.push({ number, id: operation.id, problem, ...answer })
    }
  }
  expect(wrong).toEqual([])
  expect(taken).toBeGreaterThan(40)
})

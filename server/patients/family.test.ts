import { expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { Dependent } from '../../contract/patients/dependent.ts'
import { beginBeforeNextCommit } from '../testing/database/database.ts'
import { accepted, bookFor, openDesk } from '../testing/desk.ts'
import { addDependent, askToAdd } from '../testing/family.ts'
import {
  openPortal,
  type Person,
  type Portal,
  refusal,
  request,
  signIn,
} from '../testing/portal.ts'

async function listOf(portal: Portal, { token }: Person) {
  const response = await request(portal, 'GET', '/family', { token })
  return z.array(Dependent).parse(await response.json())
}

test('only its account can read or change a family list, which is in the order of creation', async () => {
  const portal = await openPortal()
  const [jane, john] = [await signIn(portal), await signIn(portal)]
  const timmy = await addDependent(portal, jane, { name: '  Timmy Doe ' })
  portal.time.now = new Date(portal.time.now.getTime() + 1000)
  const ann = await addDependent(portal, jane, { name: 'Ann Doe', relation: 'partner' })
  expect(await listOf(portal, jane)).toEqual([
    { _id: timmy._id, name: 'Timmy Doe', relation: 'child' },
    { _id: ann._id, name: 'Ann Doe', relation: 'partner' },
  ])
  expect(await listOf(portal, john)).toEqual([])
  const path = `/family/${timmy._id}`
  const body = { name: 'Mine', relation: 'other' }
  for (const method of ['PUT', 'DELETE']) {
    const asked = await request(portal, method, path, { token: john.token, body })
    expect(await refusal(asked)).toEqual({ status: 404, code: 'not_found' })
  }
})

test('a dependent can be renamed and removed', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const { _id } = await addDependent(portal, jane)
  await addDependent(portal, jane, { name: 'Ann Doe' })
  const path = `/family/${_id}`
  const change = (name: string) =>
    request(portal, 'PUT', path, { token: jane.token, body: { name, relation: 'other' } })
  expect(await (await change('Timothy Doe')).json()).toEqual({
    _id,
    name: 'Timothy Doe',
    relation: 'other',
  })
  expect(await refusal(await change('ann  DOE'))).toMatchObject({ status: 409 })
  const removed = await request(portal, 'DELETE', path, { token: jane.token })
  expect(await removed.json()).toEqual({ success: true })
  expect(await listOf(portal, jane)).toMatchObject([{ name: 'Ann Doe' }])
  expect((await request(portal, 'DELETE', path, { token: jane.token })).status).toBe(404)
})

test('an account cannot add the same dependent twice, however the name is written', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  await addDependent(portal, jane, { name: 'José Doe' })
  const again = await askToAdd(portal, jane, { name: 'jose  DOE' })
  expect(await refusal(again)).toEqual({ status: 409, code: 'dependent_exists' })
  await addDependent(portal, await signIn(portal), { name: 'José Doe' })
})

test.each([
  [{ name: '   ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ relation: 'cat' }, 'relation'],
])('%j is refused at its field', async (draft, path) => {
  const portal = await openPortal()
  const body = { name: 'Timmy Doe', relation: 'child', ...draft }
  const { token } = await signIn(portal)
  const response = await request(portal, 'POST', '/family', { token, body })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ issues: [{ path }] })
})

test('a family list accepts 20 of 30 concurrent additions, and a freed place can be used again', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  const names = Array.from({ length: 30 }, (_, n) => `Child ${n}`)
  const answers = await Promise.all(names.map((name) => askToAdd(portal, jane, { name })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  const refused = answers.find(({ status }) => status !== 200)
  if (!refused) throw new Error('Ten were too many')
  expect(await refusal(refused)).toEqual({ status: 409, code: 'family_full' })
  const [first] = await listOf(portal, jane)
  await request(portal, 'DELETE', `/family/${first?._id}`, { token: jane.token })
  await addDependent(portal, jane, { name: 'A place is free' })
  expect((await askToAdd(portal, jane, { name: 'One more' })).status).toBe(409)
})

test('deleting an account deletes its family list', async () => {
  const portal = await openPortal()
  const jane = await signIn(portal)
  await addDependent(portal, jane)
  await portal.database.query.deleteFrom('users').where('email', '=', jane.email).execute()
  const rows = await portal.database.query.selectFrom('patients').select('id').execute()
  expect(rows).toEqual([])
})

test.runIf(inject('engine') === 'postgres')(
  'a dependent for whom staff book at this moment leaves the list, and keeps the appointment',
  async () => {
    const { portal, staff } = await openDesk()
    const jane = await signIn(portal)
    const { _id } = await addDependent(portal, jane)
    const removing = beginBeforeNextCommit(portal.database, async () =>
      request(portal, 'DELETE', `/family/${_id}`, { token: jane.token }),
    )
    const named = { email: jane.email, name: 'Timmy Doe', relation: 'child' }
    const visit = await accepted(await bookFor(portal, staff, named))
    expect((await removing).status).toBe(200)
    expect(await listOf(portal, jane)).toEqual([])
    expect(visit.patientId).toBe(_id)
  },
)

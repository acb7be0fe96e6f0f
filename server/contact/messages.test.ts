import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type MessageState, messageEndpoints } from '../../contract/contact/endpoints.ts'
import { openPortal, refusal, request, signIn } from '../testing/portal.ts'

const { answer: Inbox } = messageEndpoints.listMessages

async function openInbox(states: readonly MessageState[] = []) {
  const portal = await openPortal()
  const { token } = await signIn(portal, 'admin@clinic.example', 'admin')
  for (const [place, state] of states.entries()) {
    const at = new Date(portal.time.now.getTime() + place * 60_000)
    const id = uuidv7({ msecs: at.getTime() })
    const text = { email: 'jane@patients.example', subject: `No. ${place}`, message: 'Hello' }
    await portal.database.query
      .insertInto('contactMessages')
      .values({ id, ...text, state, createdAt: at.toISOString() })
      .execute()
  }
  const list = async (query = '') => {
    const response = await request(portal, 'GET', `/staff/messages${query}`, { token })
    expect(response.status).toBe(200)
    const page = z.parse(Inbox, await response.json())
    return { ...page, subjects: page.rows.map(({ subject }) => subject.slice(4)).join(' ') }
  }
  const mark = (id: string, state: string) =>
    request(portal, 'PATCH', `/staff/messages/${id}`, { token, body: { state } })
  return { ...portal, list, mark }
}

const mixed: MessageState[] = ['new', 'spam', 'read', 'answered', 'spam', 'new', 'read']

test('an empty inbox has no messages and no unread count', async () => {
  const { list } = await openInbox()
  expect(await list()).toMatchObject({ rows: [], next: null, unread: 0 })
})

test('a message from the contact form appears in the inbox as new', async () => {
  const { list, ...portal } = await openInbox()
  const message = { email: 'jane@patients.example', subject: 'Hours', message: 'When?' }
  await request(portal, 'POST', '/contact-messages', { body: message })
  const at = portal.time.now.toISOString()
  expect(await list()).toMatchObject({ rows: [{ ...message, state: 'new', at }], unread: 1 })
})

test('messages are listed newest first, page by page, without spam unless it is requested', async () => {
  const { list } = await openInbox(mixed)
  expect(await list()).toMatchObject({ subjects: '6 5 3 2 0', next: null, unread: 2 })
  const first = await list('?limit=2')
  expect(first).toMatchObject({ subjects: '6 5', unread: 2 })
  const second = await list(`?limit=2&after=${first.next}`)
  expect(second.subjects).toBe('3 2')
  expect(await list(`?limit=2&after=${second.next}`)).toMatchObject({ subjects: '0', next: null })
  expect(await list('?state=spam')).toMatchObject({ subjects: '4 1', next: null, unread: 2 })
  expect(await list('?state=spam&limit=1')).toMatchObject({ subjects: '4' })
})

test('a message’s state can be changed, and only new messages count as unread', async () => {
  const { list, mark } = await openInbox(['new', 'new'])
  const id = (await list()).rows[0]?._id ?? ''
  expect(await (await mark(id, 'read')).json()).toMatchObject({ _id: id, state: 'read' })
  expect(await list()).toMatchObject({ subjects: '1 0', unread: 1 })
  await mark(id, 'spam')
  expect(await list()).toMatchObject({ subjects: '0', unread: 1 })
  await mark(id, 'new')
  expect(await list()).toMatchObject({ subjects: '1 0', unread: 2 })
  expect(await refusal(await mark('none', 'read'))).toEqual({ status: 404, code: 'not_found' })
  expect(await refusal(await mark(id, 'lost'))).toEqual({ status: 400, code: 'invalid_input' })
})

test('a message whose state changes while the inbox is read is listed once', async () => {
  const { list, mark } = await openInbox(['new'])
  const id = (await list()).rows[0]?._id ?? ''
  const subjects = new Set<string>()
  let isOver = false
  const reader = async () => {
    while (!isOver) subjects.add((await list()).subjects)
  }
  const readers = [reader(), reader(), reader()]
  for (let at = 0; at < 40; at += 1) await mark(id, at % 2 === 0 ? 'read' : 'new')
  isOver = true
  await Promise.all(readers)
  expect([...subjects]).toEqual(['0'])
})

import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { OwnReview, ReviewDraft } from '../../contract/reviews/review.ts'
import { findUnfit } from '../../contract/text.ts'
import { beginBeforeNextCommit } from '../testing/database/database.ts'
import { booked, monday, refusal, signIn } from '../testing/portal.ts'
import {
  change,
  editReview,
  kind,
  openAfterVisit,
  readPast,
  slotOver,
  writeReview,
} from '../testing/reviewing.ts'
import { removeUser } from '../users/remove-user.ts'

async function countReviews({ portal }: Awaited<ReturnType<typeof openAfterVisit>>) {
  return (await portal.database.query.selectFrom('reviews').select('id').execute()).length
}

test('a review of one’s own appointment waits for approval', async () => {
  const { portal, jane, visit } = await openAfterVisit()
  const response = await writeReview(portal, jane, visit._id)
  expect(response.status).toBe(200)
  const review = OwnReview.parse(await response.json())
  expect(review).toEqual({ ...kind, state: 'waiting', writtenAt: slotOver.toISOString() })
})

test('a review of another account’s appointment or an unknown one is refused', async () => {
  const opened = await openAfterVisit()
  const { portal, visit } = opened
  const john = await signIn(portal)
  const admin = await signIn(portal, 'staff@clinic.example', 'admin')
  for (const send of [writeReview, editReview]) {
    for (const person of [john, admin]) {
      expect(await refusal(await send(portal, person, visit._id))).toMatchObject({ status: 403 })
    }
    expect(await refusal(await send(portal, john, 'no-such'))).toMatchObject({ status: 404 })
  }
  expect(await countReviews(opened)).toBe(0)
})

test('an appointment that has not ended, was cancelled or was missed cannot be reviewed', async () => {
  const opened = await openAfterVisit()
  const { portal, jane, visit } = opened
  const ahead = await booked(portal, jane, { date: monday, treatment: 1 })
  const codeOf = async (id: string) => refusal(await writeReview(portal, jane, id))
  expect(await codeOf(ahead._id)).toEqual({ status: 409, code: 'review_too_early' })
  portal.time.now = new Date(slotOver.getTime() - 1)
  expect(await codeOf(visit._id)).toEqual({ status: 409, code: 'review_too_early' })
  portal.time.now = slotOver
  await change(portal, visit, { status: 'no_show' })
  expect(await codeOf(visit._id)).toEqual({ status: 409, code: 'review_of_missed' })
  await change(portal, visit, { status: 'completed', cancelledAt: slotOver.toISOString() })
  expect(await codeOf(visit._id)).toEqual({ status: 409, code: 'review_of_cancelled' })
  expect(await countReviews(opened)).toBe(0)
})

test.runIf(inject('engine') === 'postgres')(
  'a review that is written while its account is being removed is refused, and not stored',
  async () => {
    const opened = await openAfterVisit()
    const { portal, jane, visit } = opened
    const whose = { email: jane.email }
    const writing = beginBeforeNextCommit(portal.database, () =>
      writeReview(portal, jane, visit._id),
    )
    await removeUser(portal.deps, { whose, by: 'staff@clinic.example', appointments: 'cancel' })
    expect(await refusal(await writing)).toEqual({ status: 403, code: 'forbidden' })
    expect(await countReviews(opened)).toBe(0)
  },
)

test('a second review is refused and changes nothing', async () => {
  const opened = await openAfterVisit()
  const { portal, jane, visit } = opened
  await writeReview(portal, jane, visit._id)
  const second = await writeReview(portal, jane, visit._id, { ...kind, stars: 1 })
  expect(await refusal(second)).toEqual({ status: 409, code: 'review_exists' })
  expect(await countReviews(opened)).toBe(1)
  expect((await readPast(portal, jane)).rows[0]?.review?.stars).toBe(5)
})

test('when ten tabs submit a review at the same time, only one succeeds', async () => {
  const opened = await openAfterVisit()
  const { portal, jane, visit } = opened
  const tabs = Array.from({ length: 10 }, (_, tab) =>
    writeReview(portal, jane, visit._id, { stars: 1 + (tab % 5), text: `From tab number ${tab}` }),
  )
  const statuses = (await Promise.all(tabs)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  expect(await countReviews(opened)).toBe(1)
})

test('an edit replaces stars and text, and is refused without a review', async () => {
  const { portal, jane, visit } = await openAfterVisit()
  expect(await refusal(await editReview(portal, jane, visit._id))).toMatchObject({ status: 404 })
  await writeReview(portal, jane, visit._id)
  portal.time.now = new Date(slotOver.getTime() + 60_000)
  const edited = { stars: 2, text: 'It hurt after all, two days later.' }
  const response = await editReview(portal, jane, visit._id, edited)
  const writtenAt = portal.time.now.toISOString()
  expect(await response.json()).toEqual({ ...edited, state: 'waiting', writtenAt })
})

test.each([
  { ...kind, stars: 0 },
  { ...kind, stars: 6 },
  { ...kind, stars: 4.5 },
  { ...kind, stars: '5' },
  { ...kind, text: 'Too short' },
  { ...kind, text: `  ${' '.repeat(20)}short ` },
  { ...kind, text: 'x'.repeat(2001) },
  { stars: undefined, text: kind.text },
])('a wrong draft is refused for its own field: number %#', async (body) => {
  const { portal, jane, visit } = await openAfterVisit()
  const response = await writeReview(portal, jane, visit._id, body)
  expect(response.status).toBe(400)
  const path = body.text === kind.text ? 'stars' : 'text'
  expect(await response.json()).toMatchObject({ issues: [{ path }] })
})

test('any text that the contract accepts is stored as it was sent, on both engines', async () => {
  const { portal, jane, visit } = await openAfterVisit()
  await writeReview(portal, jane, visit._id)
  const text = fc.string({ unit: 'grapheme', minLength: 10, maxLength: 300 })
  const anything = fc.oneof(text, fc.string({ unit: 'binary', minLength: 10, maxLength: 300 }))
  await fc.assert(
    fc.asyncProperty(anything, async (written) => {
      const draft = { stars: 3, text: written }
      const checked = ReviewDraft.safeParse(draft)
      const response = await editReview(portal, jane, visit._id, draft)
      const isTaken = checked.success && findUnfit(written) === null
      expect(response.status).toBe(isTaken ? 200 : 400)
      if (!isTaken) return
      const [past] = (await readPast(portal, jane)).rows
      expect(past?.review?.text).toBe(checked.data.text)
    }),
    { numRuns: 60 },
  )
})

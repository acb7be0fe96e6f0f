import { expect, test } from 'vitest'
import { reviewEndpoints } from '../../contract/reviews/endpoints.ts'
import type { ReviewState } from '../../contract/reviews/review.ts'
import { booked, type Portal, refusal, request, signIn } from '../testing/portal.ts'
import {
  change,
  decide,
  editReview,
  kind,
  openAfterVisit,
  readForStaff,
  readPublished,
  writeReview,
} from '../testing/reviewing.ts'

/** One review that waits, and an admin who decides on it. */
async function openWithReview() {
  const opened = await openAfterVisit()
  const { portal, jane, visit } = opened
  await writeReview(portal, jane, visit._id)
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const [review] = (await readForStaff(portal, staff)).rows
  if (!review) throw new Error('The review is in the list')
  const set = async (state: ReviewState, revision: number) => {
    const response = await decide(portal, staff, review._id, { state, revision })
    expect(response.status).toBe(200)
    return reviewEndpoints.decideReview.answer.parse(await response.json())
  }
  return { ...opened, staff, review, set }
}

/** Several more reviews of one state, each written a minute after the one before. */
async function addReviews(portal: Portal, count: number, state: ReviewState) {
  const john = await signIn(portal)
  for (let at = 0; at < count; at += 1) {
    const one = await booked(portal, john, { date: `2026-06-${15 + at}`, treatment: at % 6 })
    await change(portal, one, { day: `2026-05-${String(10 + at)}` })
    portal.time.now = new Date(portal.time.now.getTime() + 60_000)
    await writeReview(portal, john, one._id, { stars: 4, text: `Review of visit ${at}` })
  }
  const mine = portal.database.query
    .selectFrom('appointments')
    .select('id')
    .where('patient', '=', john.email)
  await portal.database.query
    .updateTable('reviews')
    .set({ state })
    .where('appointmentId', 'in', mine)
    .execute()
}

test('only published reviews are public, with the first name and no treatment', async () => {
  const { portal, review, set } = await openWithReview()
  expect((await readPublished(portal)).rows).toEqual([])
  await set('published', 0)
  expect(await readPublished(portal)).toEqual({
    rows: [{ _id: review._id, ...kind, firstName: 'Pat', date: 'Jun 5, 2026' }],
    next: null,
  })
  await set('rejected', 1)
  expect((await readPublished(portal)).rows).toEqual([])
})

test('a review decision can be reversed, and the count of waiting reviews follows', async () => {
  const { portal, staff, set } = await openWithReview()
  expect(await readForStaff(portal, staff)).toMatchObject({ waiting: 1 })
  expect(await set('rejected', 0)).toMatchObject({ waiting: 0, review: { state: 'rejected' } })
  expect(await set('waiting', 1)).toMatchObject({ waiting: 1, review: { revision: 2 } })
  expect(await set('published', 2)).toMatchObject({ waiting: 0 })
})

test('editing a published review unpublishes it until it is approved again', async () => {
  const { portal, jane, visit, set } = await openWithReview()
  await set('published', 0)
  await editReview(portal, jane, visit._id, { stars: 1, text: 'Buy cheap watches here' })
  expect((await readPublished(portal)).rows).toEqual([])
  await set('published', 2)
  expect((await readPublished(portal)).rows).toMatchObject([{ stars: 1 }])
})

test('a review that was edited after staff read it cannot be approved', async () => {
  const { portal, jane, visit, staff, review } = await openWithReview()
  await editReview(portal, jane, visit._id, { stars: 5, text: 'Something else entirely' })
  const late = await decide(portal, staff, review._id, { state: 'published', revision: 0 })
  expect(await refusal(late)).toEqual({ status: 409, code: 'review_changed' })
  expect((await readPublished(portal)).rows).toEqual([])
  const nothing = await decide(portal, staff, 'no-such', { state: 'published', revision: 0 })
  expect(await refusal(nothing)).toMatchObject({ status: 404 })
})

test('when two staff members decide on a review at the same time, only one succeeds', async () => {
  const { portal, staff, review } = await openWithReview()
  const states = ['published', 'rejected'] as const
  const answers = await Promise.all(
    states.map((state) => decide(portal, staff, review._id, { state, revision: 0 })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('staff see waiting reviews first, then the newest, page by page', async () => {
  const { portal, staff, review } = await openWithReview()
  await addReviews(portal, 3, 'published')
  const texts: string[] = []
  let query = '?limit=2'
  for (let next: string | null = ''; next !== null; ) {
    const page = await readForStaff(portal, staff, query)
    texts.push(...page.rows.map(({ text }) => text))
    next = page.next
    query = `?limit=2&after=${encodeURIComponent(next ?? '')}`
  }
  const visits = [2, 1, 0].map((at) => `Review of visit ${at}`)
  expect(texts).toEqual([review.text, ...visits])
  const first = await readPublished(portal, '?limit=1')
  const second = `?limit=2&after=${encodeURIComponent(first.next ?? '')}`
  const shown = [...first.rows, ...(await readPublished(portal, second)).rows]
  expect(shown.map(({ text }) => text)).toEqual(visits)
  const only = await readForStaff(portal, staff, '?state=rejected')
  expect(only.rows).toEqual([])
})

test('a review that is decided while staff read the list appears in it once', async () => {
  const { portal, staff, set } = await openWithReview()
  const counts: number[] = []
  let isOver = false
  const reader = async () => {
    while (!isOver) counts.push((await readForStaff(portal, staff)).rows.length)
  }
  const readers = [reader(), reader(), reader()]
  for (let revision = 0; revision < 40; revision += 1) {
    await set(revision % 2 === 0 ? 'published' : 'waiting', revision)
  }
  isOver = true
  await Promise.all(readers)
  expect([...new Set(counts)]).toEqual([1])
})

test.each(['x', 'waiting 2026-06-05T14:00:00.000Z a', 'hidden a b'])(
  'the public list refuses the cursor %j',
  async (after) => {
    const { portal } = await openWithReview()
    const path = `/reviews/published?after=${encodeURIComponent(after)}`
    expect(await refusal(await request(portal, 'GET', path))).toMatchObject({ status: 400 })
  },
)

test('a review decision is audited with the state before and after', async () => {
  const { portal, jane, staff, set } = await openWithReview()
  await set('published', 0)
  const entries = await portal.database.query
    .selectFrom('auditEntries')
    .select(['actor', 'action', 'subject', 'data', 'status'])
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    {
      actor: staff.email,
      action: 'reviews_read',
      subject: '',
      data: 'null',
      status: 200,
    },
    {
      actor: staff.email,
      action: 'review_decided',
      subject: jane.email,
      data: '{"from":"waiting","to":"published"}',
      status: 200,
    },
  ])
})

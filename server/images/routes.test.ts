import { expect, test } from 'vitest'
import { ErrorBody } from '../../contract/errors.ts'
import { plain } from '../testing/hostile-pictures.ts'
import { addressOf, fetchPhoto, upload } from '../testing/photos.ts'
import { openPortal, refusal, request, signIn } from '../testing/portal.ts'

async function openWithStaff() {
  const portal = await openPortal({ settings: { PUBLIC_URL: 'https://clinic.example' } })
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const stored = () => portal.database.query.selectFrom('images').select('name').execute()
  return { portal, staff, stored }
}

/** A body that comes piece by piece, and how many pieces were taken. */
function inPieces(pieces: number, size = 64 * 1024) {
  const taken = { pieces: 0 }
  const piece = new Uint8Array(size)
  const start = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken.pieces += 1
        if (taken.pieces > pieces) controller.close()
        else controller.enqueue(taken.pieces === 1 ? new TextEncoder().encode(start) : piece)
      },
    },
    { highWaterMark: 0 },
  )
  return { body, taken }
}

const form = { 'content-type': 'multipart/form-data; boundary=b' }

test('a photo is stored in two sizes and served as immutable', async () => {
  const { portal, staff } = await openWithStaff()
  const photo = await plain().jpeg().toBuffer()
  const address = await addressOf(await upload(portal, staff.token, [photo]))
  expect(address).toMatch(/^https:\/\/clinic\.example\/images\/[0-9a-f]{32}-480\.webp$/)
  const response = await portal.app.request(new URL(address).pathname)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
  })
  const [large, small] = [480, 96].map((side) => address.replace('-480', `-${side}`))
  const sizes = await Promise.all([large, small].map((one = '') => fetchPhoto(portal, one)))
  expect(sizes[0]?.length).toBeGreaterThan(sizes[1]?.length ?? Number.POSITIVE_INFINITY)
})

test('a photo uploaded twice is stored once', async () => {
  const { portal, staff, stored } = await openWithStaff()
  const photo = await plain().png().toBuffer()
  const first = await addressOf(await upload(portal, staff.token, [photo]))
  expect(await addressOf(await upload(portal, staff.token, [photo]))).toBe(first)
  expect(await stored()).toHaveLength(2)
})

test('an upload that is not a form with one picture is refused with its issue', async () => {
  const { portal, staff, stored } = await openWithStaff()
  const photo = await plain().png().toBuffer()
  const issuesOf = async (response: Response) => {
    expect(response.status).toBe(400)
    return ErrorBody.parse(await response.json()).issues
  }
  const missing = [{ path: 'image', code: 'image_required', message: 'Image is required' }]
  expect(await issuesOf(await upload(portal, staff.token, []))).toEqual(missing)
  const other = await upload(portal, staff.token, [photo], { field: 'picture' })
  expect(await issuesOf(other)).toEqual(missing)
  const two = await upload(portal, staff.token, [photo, photo])
  expect(await issuesOf(two)).toMatchObject([{ path: 'image' }])
  const headers = { authorization: `Bearer ${staff.token}`, ...form }
  const broken = await portal.app.request('/images', { method: 'POST', headers, body: '--b\r\nx' })
  expect(await issuesOf(broken)).toMatchObject([{ path: 'image' }])
  const json = await request(portal, 'POST', '/images', { token: staff.token, body: {} })
  expect(await refusal(json)).toEqual({ status: 415, code: 'unsupported_type' })
  expect(await stored()).toEqual([])
})

test('an upload over ten megabytes is refused before it is read completely', async () => {
  const { portal, staff, stored } = await openWithStaff()
  const { body, taken } = inPieces(1000)
  const headers = { authorization: `Bearer ${staff.token}`, ...form }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  const response = await portal.app.request('/images', init)
  expect(await refusal(response)).toEqual({ status: 413, code: 'image_too_large' })
  expect(taken.pieces).toBeLessThan(200)
  const large = await upload(portal, staff.token, [new Uint8Array(10_000_001)])
  expect(await refusal(large)).toEqual({ status: 413, code: 'image_too_large' })
  expect(await stored()).toEqual([])
})

test('an upload without a token or by a patient is refused before it is read', async () => {
  const { portal, stored } = await openWithStaff()
  const patient = await signIn(portal)
  for (const [token, status] of [[undefined, 401] as const, [patient.token, 403] as const]) {
    const { body, taken } = inPieces(1000)
    const headers = { ...form, ...(token && { authorization: `Bearer ${token}` }) }
    const init = { method: 'POST', headers, body, duplex: 'half' }
    expect((await portal.app.request('/images', init)).status).toBe(status)
    expect(taken.pieces).toBe(0)
  }
  expect(await stored()).toEqual([])
})

test('an unknown picture is a 404', async () => {
  const { portal } = await openWithStaff()
  for (const name of [
    '0000-480.webp',
    '..%2f..%2fetc%2fpasswd',
    "x'%20or%201=1",
    '%00',
    'a%00.webp',
  ]) {
    expect(await refusal(await request(portal, 'GET', `/images/${name}`))).toEqual({
      status: 404,
      code: 'not_found',
    })
  }
})

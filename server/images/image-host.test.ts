import sharp from 'sharp'
import { expect, test } from 'vitest'
import { turnedWithPlace } from '../testing/hostile-pictures.ts'
import { startImageHost } from '../testing/peers/image-host-peer.ts'
import { addressOf, upload } from '../testing/photos.ts'
import { openPortal, refusal, signIn } from '../testing/portal.ts'

const key = 'a-secret-key'

async function openWithHost() {
  const host = await startImageHost()
  const portal = await openPortal({ settings: { IMAGE_HOST_URL: host.url, IMAGE_HOST_KEY: key } })
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const photo = await turnedWithPlace()
  const logged: unknown[] = []
  portal.deps.log.warn = (...line: unknown[]) => void logged.push(line)
  return { host, portal, logged, send: () => upload(portal, staff.token, [photo]) }
}

test('an image host receives the cleaned picture, and the answer has its address there', async () => {
  const { host, portal, send } = await openWithHost()
  expect(await addressOf(await send())).toBe('https://i.host.example/w1/photo.webp')
  expect(host.key).toBe(key)
  expect(host.files).toHaveLength(1)
  const found = await sharp(
    Buffer.from((await host.files[0]?.arrayBuffer()) ?? new ArrayBuffer(0)),
  ).metadata()
  expect(found).toMatchObject({ format: 'webp', width: 480, height: 480 })
  expect(found).not.toHaveProperty('exif')
  expect(await portal.database.query.selectFrom('images').selectAll().execute()).toEqual([])
})

test.each<[string, Awaited<ReturnType<typeof startImageHost>>['answer']]>([
  ['refuses', { status: 400, text: '{"error":{"message":"Invalid API v1 key."},"success":false}' }],
  ['says no', { status: 200, text: '{"success":false,"data":{"url":"https://i.host.example/x"}}' }],
  [
    'answers a script',
    { status: 200, text: '{"success":true,"data":{"url":"javascript:alert(1)"}}' },
  ],
  ['answers no JSON', { status: 200, text: '<html>' }],
  ['hangs up', 'hang up'],
])('an image host that %s is unavailable, and its key is not exposed', async (_, answer) => {
  const { host, logged, send } = await openWithHost()
  host.answer = answer
  const response = await send()
  expect(await response.clone().text()).not.toContain(key)
  expect(await refusal(response)).toEqual({ status: 503, code: 'image_host_unavailable' })
  expect(logged).toHaveLength(1)
  expect(JSON.stringify(logged)).not.toContain(key)
})

import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as hostile from '../testing/hostile-pictures.ts'
import { addressOf, fetchPhoto, upload } from '../testing/photos.ts'
import { openPortal, type Portal, refusal, request, signIn } from '../testing/portal.ts'

async function openWithStaff() {
  const portal = await openPortal()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  return { portal, staff }
}

async function stillUp(portal: Portal) {
  expect((await request(portal, 'GET', '/healthz')).status).toBe(200)
}

const noImage = { status: 422, code: 'no_image' }
const tooLarge = { status: 413, code: 'image_too_large' }

const refused: [string, () => Buffer | Promise<Buffer>, object][] = [
  ['a decompression bomb', hostile.bombPng, tooLarge],
  ['a header of billions of pixels', hostile.hollowPng, tooLarge],
  ['a JPEG of 100 megapixels', hostile.hugeJpeg, tooLarge],
  ['an AVIF of 20 megapixels', hostile.wideAvif, tooLarge],
  ['text', () => Buffer.from('I am a picture'), noImage],
  ['another kind behind the first bytes of a PNG', wrongMagic, noImage],
  ['a truncated JPEG', () => hostile.truncated('jpeg'), noImage],
  ['a truncated PNG', () => hostile.truncated('png'), noImage],
  ['an SVG with a script, called a PNG', () => hostile.svg, noImage],
  ['a TIFF', hostile.tiff, noImage],
  ['an empty file', () => Buffer.alloc(0), noImage],
]

test('an invalid or oversized picture is refused, and the server stays up', async () => {
  const { portal, staff } = await openWithStaff()
  for (const [what, make, wanted] of refused) {
    const answer = await refusal(await upload(portal, staff.token, [await make()]))
    expect({ what, ...answer }).toEqual({ what, ...wanted })
    await stillUp(portal)
  }
  expect(await portal.database.query.selectFrom('images').selectAll().execute()).toEqual([])
})

async function wrongMagic() {
  const jpeg = await hostile.plain().jpeg().toBuffer()
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), jpeg.subarray(8)])
}

test('an SVG with its own name and type is also refused', async () => {
  const { portal, staff } = await openWithStaff()
  const own = { name: 'photo.svg', type: 'image/svg+xml' }
  expect(await refusal(await upload(portal, staff.token, [hostile.svg], own))).toEqual(noImage)
})

const taken: [string, () => Promise<Buffer>][] = [
  ['a photo with EXIF and a place', hostile.turnedWithPlace],
  ['an animated GIF', () => hostile.animated('gif')],
  ['an animated WebP', () => hostile.animated('webp')],
  ['a CMYK JPEG', hostile.cmyk],
  ['a PNG of 16 bits', hostile.sixteenBits],
  ['a JPEG that is a page with a script as well', hostile.polyglot],
  ['a picture of one pixel', () => hostile.plain(1, 1).png().toBuffer()],
  ['a picture of a single line', () => hostile.plain(12_000, 1).png().toBuffer()],
  ['a picture called by another kind', () => hostile.plain().webp().toBuffer()],
]

test('every accepted picture becomes two clean squares', async () => {
  const { portal, staff } = await openWithStaff()
  for (const [what, make] of taken) {
    const address = await addressOf(await upload(portal, staff.token, [await make()]))
    await stillUp(portal)
    for (const side of [480, 96]) {
      const bytes = await fetchPhoto(portal, address.replace('-480', `-${side}`))
      const found = { what, ...(await sharp(bytes).metadata()) }
      expect(found).toMatchObject({
        ...{ what, format: 'webp', width: side, height: side, space: 'srgb' },
        ...{ depth: 'uchar', channels: 3, hasProfile: false },
      })
      for (const kind of ['exif', 'icc', 'iptc', 'xmp', 'comments', 'pages', 'orientation']) {
        expect(found).not.toHaveProperty(kind)
      }
      expect(bytes.includes('script')).toBe(false)
    }
  }
})

test('a photo taken sideways is turned upright with its colours unchanged', async () => {
  const { portal, staff } = await openWithStaff()
  const turned = await hostile.turnedWithPlace()
  const address = await addressOf(await upload(portal, staff.token, [turned]))
  const picture = sharp(await fetchPhoto(portal, address))
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) =>
    [...data.subarray((y * info.width + x) * info.channels)].slice(0, 3)
  // Orientation 6 is a quarter turn clockwise: what lay above is on the right.
  const [r = 0, , b = 0] = at(400, 240)
  expect(r).toBeGreaterThan(b + 100)
  const [left = 0, , leftBlue = 0] = at(80, 240)
  expect(leftBlue).toBeGreaterThan(left + 100)
})

test('8 concurrent uploads all succeed while other requests are served', async () => {
  const { portal, staff } = await openWithStaff()
  const photos = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      hostile
        .plain(100, 100, { r: index * 30, g: 0, b: 0 })
        .png()
        .toBuffer(),
    ),
  )
  const uploads = photos.map((photo) => upload(portal, staff.token, [photo]))
  await stillUp(portal)
  const addresses = await Promise.all((await Promise.all(uploads)).map(addressOf))
  const stored = await portal.database.query.selectFrom('images').select('name').execute()
  expect(stored).toHaveLength(new Set(addresses).size * 2)
  expect(new Set(addresses).size).toBeGreaterThan(6)
})

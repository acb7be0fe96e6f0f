import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Rgb = { r: number; g: number; b: number }
const red = { r: 200, g: 30, b: 30 }
const blue = { r: 30, g: 30, b: 200 }

/** What a script in a picture would say, to be looked for afterwards. */
const scriptText = '<script>alert(document.cookie)</script>'

export function plain(width = 600, height = 400, background: Rgb = red) {
  return sharp({ create: { width, height, channels: 3, background } })
}

/** Red above blue, as its bytes lie; its EXIF says it was taken lying on its side, and where. */
export async function turnedWithPlace(): Promise<Buffer> {
  const lower = await plain(600, 300, blue).png().toBuffer()
  return plain(600, 600)
    .composite([{ input: lower, left: 0, top: 300 }])
    .withExif({
      IFD0: { Copyright: 'Jane Doe', ImageDescription: scriptText },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 41/1 30/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

export async function animated(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all([
    plain(64, 64).png().toBuffer(),
    plain(64, 64, blue).png().toBuffer(),
  ])
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

export const cmyk = () => plain().toColourspace('cmyk').jpeg().toBuffer()
export const sixteenBits = () => plain().toColourspace('rgb16').png().toBuffer()

/** 100 megapixels of nothing in a few thousand bytes; each of them is really there. */
export const bombPng = () => makePng(10_000, 10_000, Buffer.alloc(10_000 * 1251))
/** The same in name only: sixteen times a billion pixels, and no data. */
export const hollowPng = () => makePng(130_000, 130_000, Buffer.alloc(0))
/** 100 megapixels by its header: it must be refused without decoding. */
export async function hugeJpeg(): Promise<Buffer> {
  const bytes = await plain().jpeg().toBuffer()
  // The frame's header: marker, length, bits a sample, height, width.
  const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'))
  bytes.writeUInt16BE(10_000, frame + 5)
  bytes.writeUInt16BE(10_000, frame + 7)
  return bytes
}
/** By its header, too: under the limit of other kinds, but unpacked whole. */
export async function wideAvif(): Promise<Buffer> {
  const bytes = await plain().avif({ effort: 0 }).toBuffer()
  // The box of the picture's extent: type, version and flags, width, height.
  const extent = bytes.indexOf('ispe')
  bytes.writeUInt32BE(5000, extent + 8)
  bytes.writeUInt32BE(4000, extent + 12)
  return bytes
}

/** A PNG of one bit a pixel around `rows`, each of which begins with a filter's number. */
function makePng(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')]
  return Buffer.concat([signature, ...parts])
}

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const whole = Buffer.alloc(8 + named.length)
  whole.writeUInt32BE(data.length, 0)
  named.copy(whole, 4)
  whole.writeUInt32BE(crc32(named), 4 + named.length)
  return whole
}

/** The first two thirds of a picture with something on it. */
export async function truncated(format: 'jpeg' | 'png'): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const create = { width: 400, height: 400, channels: 3, background: red, noise } as const
  const whole = await sharp({ create }).toFormat(format).toBuffer()
  return whole.subarray(0, Math.floor((whole.length * 2) / 3))
}

/** A JPEG with a page in a comment and another after its end. */
export async function polyglot(): Promise<Buffer> {
  const jpeg = await plain().jpeg().toBuffer()
  const page = Buffer.from(`<html>${scriptText}</html>`)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(page.length + 2)
  const comment = Buffer.concat([Buffer.from('fffe', 'hex'), length, page])
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), page])
}

export const svg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${scriptText}</svg>`,
)
export const tiff = () => plain().tiff().toBuffer()

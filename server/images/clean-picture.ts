import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import sharp, { type Metadata } from 'sharp'
import type { CleanerAnswer } from './run-cleaner.ts'

/**
 * A program of its own (docs/decisions/0008): reads an upload from its standard input, answers with
 * the two pictures made of it or why there are none, and ends. Its one argument is the content type.
 */

/** Pixels that a picture may have, by what its bytes say it is. Nothing else is read. */
const mostPixels: Record<string, number> = {
  jpeg: 50_000_000,
  png: 50_000_000,
  webp: 50_000_000,
  // These are unpacked whole, at up to twenty bytes a pixel.
  gif: 16_000_000,
  heif: 16_000_000,
}
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)

const mostBytes = 10_000_000
const largeSide = 480
const smallSide = 96
/** Of a picture longer than this many times its width only the middle counts. */
const longest = 3
const seconds = 20

async function answerUpload(contentType: string): Promise<CleanerAnswer> {
  const upload = await buffer(process.stdin)
  const file = await findFile(upload, contentType)
  if (typeof file === 'string') return { refused: file }
  if (file.size > mostBytes) return { refused: 'image_too_large' }
  return cleanPicture(Buffer.from(await file.arrayBuffer()))
}

async function findFile(upload: Buffer, contentType: string) {
  const headers = { 'content-type': contentType }
  const form = await new Response(new Uint8Array(upload), { headers }).formData().catch(() => null)
  if (!form) return 'malformed'
  const [file, ...others] = form.getAll('image')
  if (!(file instanceof File)) return 'missing'
  return others.length > 0 ? 'several' : file
}

/** Only pixels survive: oriented, sRGB, 8 bits, the first frame, cropped square. */
async function cleanPicture(bytes: Buffer): Promise<CleanerAnswer> {
  try {
    const size = await sharp(bytes, { limitInputPixels: false }).metadata()
    const most = mostPixels[size.format] ?? 0
    if (most === 0) return { refused: 'no_image' }
    if (size.width * size.height > most) return { refused: 'image_too_large' }
    const large = await crop(await shrink(bytes, size))
    const small = await sharp(large).resize(smallSide, smallSide).webp({ quality: 80 }).toBuffer()
    return { large, small }
  } catch {
    return { refused: 'no_image' }
  }
}

/** A small picture first, so that turning and cropping never hold a large one; it keeps its turn. */
async function shrink(bytes: Buffer, { width, height, orientation = 1 }: Metadata) {
  const options = {
    limitInputPixels: mostPixels.jpeg,
    failOn: 'error',
    sequentialRead: true,
  } as const
  const picture = sharp(bytes, options).timeout({ seconds })
  const [most, least] = [Math.max(width, height), Math.min(width, height)]
  if (most > least * longest) {
    const middle = {
      width: Math.min(width, least * longest),
      height: Math.min(height, least * longest),
    }
    const left = Math.floor((width - middle.width) / 2)
    picture.extract({ ...middle, left, top: Math.floor((height - middle.height) / 2) })
  }
  return picture
    .resize(largeSide, largeSide, { fit: 'outside' })
    .flatten({ background: '#fff' })
    .withMetadata({ orientation })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

async function crop(picture: Buffer) {
  return sharp(picture)
    .autoOrient()
    .resize(largeSide, largeSide, { position: 'attention' })
    .webp({ quality: 82 })
    .toBuffer()
}

// Should memory run out, the kernel ends this program and not the portal.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {})
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: loaders })
const answer = await answerUpload(process.argv[2] ?? '')
process.send?.(answer, undefined, undefined, () => process.disconnect())

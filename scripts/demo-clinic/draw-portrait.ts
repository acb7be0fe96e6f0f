import sharp from 'sharp'
import type { DemoDoctor } from './clinic.ts'

/** A drawn portrait as a PNG, so that no real face is used. */
export async function drawPortrait({ look }: DemoDoctor): Promise<Blob> {
  const { skin, hair, coat, ground, long } = look
  const behind = long ? `<path d="M170 250a86 96 0 0 1 172 0v110H170z" fill="${hair}"/>` : ''
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">
    <rect width="512" height="512" fill="${ground}"/>
    ${behind}
    <path d="M76 512c0-110 74-152 180-152s180 42 180 152z" fill="${coat}"/>
    <path d="M216 300h80v66a40 34 0 0 1-80 0z" fill="${skin}"/>
    <path d="M204 372l52 70 52-70 22 8-56 132h-36l-56-132z" fill="#3f6f73" opacity=".85"/>
    <ellipse cx="256" cy="236" rx="76" ry="92" fill="${skin}"/>
    <path d="M176 236c-8-96 44-128 84-126 52 2 88 40 76 126-10-44-34-66-62-72-30 22-74 26-98 72z"
      fill="${hair}"/>
    <circle cx="228" cy="240" r="7" fill="#2b211c"/><circle cx="286" cy="240" r="7" fill="#2b211c"/>
    <path d="M228 282q28 24 56 0" fill="none" stroke="#2b211c" stroke-width="6"
      stroke-linecap="round"/>
  </svg>`
  const png = await sharp(Buffer.from(picture)).png().toBuffer()
  return new Blob([new Uint8Array(png)], { type: 'image/png' })
}

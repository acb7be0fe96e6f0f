import { expect } from 'vitest'
import { UploadedImage } from '../../contract/doctors/endpoints.ts'
import type { Portal } from './portal.ts'

/** Sends a form with these files in field `image`, as a browser does. */
export function upload(
  { app }: Pick<Portal, 'app'>,
  token: string | undefined,
  files: Uint8Array[],
  { name = 'photo.png', type = 'image/png', field = 'image' } = {},
) {
  const body = new FormData()
  for (const bytes of files) body.append(field, new File([new Uint8Array(bytes)], name, { type }))
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return app.request('/images', { method: 'POST', headers, body })
}

/** The address of a photo that was taken. */
export async function addressOf(response: Response): Promise<string> {
  expect(response.status).toBe(200)
  return UploadedImage.parse(await response.json()).data.url
}

/** Its bytes, as everybody gets them. */
export async function fetchPhoto({ app }: Pick<Portal, 'app'>, address: string): Promise<Buffer> {
  const response = await app.request(new URL(address).pathname)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

import type { Hono } from 'hono'
import { doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import { staffRefusals } from '../../contract/schedule/refusals.ts'
import { findUnfit } from '../../contract/text.ts'
import type { Deps } from '../deps.ts'
import { type Failure, fail, failureResponse, issueAt, refuse } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { createUploadPhoto, findPicture, type Refusal } from './photo.ts'

/** What is wrong with the form rather than the picture. */
const issues = {
  missing: 'image_required',
  several: 'image_several',
  malformed: 'image_malformed',
} as const
const statuses = { no_image: 422, image_too_large: 413, image_host_unavailable: 503 } as const

export function imageRoutes(app: Hono, serve: Serve, deps: Deps): void {
  const uploadPhoto = createUploadPhoto(deps)

  serve(doctorEndpoints.uploadImage, async ({ http, note }) => {
    const contentType = http.req.header('content-type') ?? ''
    if (!contentType.startsWith('multipart/form-data')) {
      return fail('unsupported_type', { message: 'Please send a form with the photo.' })
    }
    const uploaded = await uploadPhoto(http.req.raw.body ?? none(), contentType)
    if (!uploaded.ok) return refusePicture(uploaded.reason)
    note({ subject: uploaded.url.slice(uploaded.url.lastIndexOf('/') + 1) })
    return { success: true as const, data: { url: uploaded.url } }
  })

  app.get('/images/:name', deps.limits.countFile, async (http) => {
    const name = http.req.param('name')
    // PostgreSQL refuses to look for some of what names no picture.
    const picture = findUnfit(name) ? undefined : await findPicture(deps.database.query, name)
    if (!picture) return failureResponse(fail('not_found'))
    return http.body(new Uint8Array(picture), 200, {
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      // Its address is absolute: a page that is visited by another name of this machine shows it too.
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
}

async function* none(): AsyncIterable<Uint8Array> {}

function refusePicture(reason: Refusal): Failure {
  if (reason === 'missing' || reason === 'several' || reason === 'malformed') {
    return fail('invalid_input', { issues: [issueAt('image', issues[reason])] })
  }
  return refuse(staffRefusals, reason, statuses[reason])
}

import { doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import { exchange } from './api.ts'
import { unreportedError } from './api-error.ts'

/** Milliseconds; ten megabytes over a slow line take their time. */
const timeoutMs = 120_000

type Options = {
  signal: AbortSignal
  /** Hears which part of the file has left, from 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Uploads a photo and answers its address. Unlike `call`, it tells how far it is. Failures are
 * `ApiError`s; an upload that its caller aborted rejects with the signal's own reason.
 */
export async function uploadImage(file: File, options: Options): Promise<string> {
  const { data } = await exchange(
    doctorEndpoints.uploadImage,
    (token) => send(file, token, options),
    options.signal,
  )
  return data.url
}

/** By XMLHttpRequest: fetch does not tell how much has been sent. */
function send(file: File, token: string | null, { signal, onProgress }: Options) {
  const { method, path } = doctorEndpoints.uploadImage
  const body = new FormData()
  body.set('image', file)
  return new Promise<Response>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.timeout = timeoutMs
    request.setRequestHeader('accept', 'application/json')
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(responseOf(request))
    request.onerror = () => reject(unreportedError('offline'))
    request.ontimeout = () => reject(unreportedError('timeout'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  const wait = request.getResponseHeader('retry-after')
  if (wait !== null) headers.set('retry-after', wait)
  const { status } = request
  return new Response(request.responseText || null, { status, headers })
}

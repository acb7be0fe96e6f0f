import { useEffect, useRef, useState } from 'react'
import { doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import { staffRefusalTexts } from '../../contract/schedule/refusals.ts'
import { ApiError, exchange, unreportedError } from '../data/api.ts'
import { currentLanguage } from '../i18n/language.tsx'
import { photoTexts } from './texts.ts'
import './avatar.css'

const largest = 10 * 1024 * 1024

/** Pixels a side of a preview; the screen shows half as many, sharp on a fine one. */
const side = 224

export type PhotoState =
  | { status: 'empty' }
  /** `share` of the file has left, from 0 to 1. */
  | { status: 'uploading'; share: number; preview: string | null }
  | { status: 'ready'; url: string; preview: string | null }
  /** `again`: the same file may do better another time. */
  | { status: 'failed'; message: string; preview: string | null; again: File | null }

type Upload = { abort: AbortController; url: Promise<string | null> }

/** A photo is uploaded the moment it is chosen, while the rest of the form is filled in. */
export function usePhoto(known: string | undefined) {
  const first: PhotoState = known ? { status: 'ready', url: known, preview: null } : empty
  const [photo, setPhoto] = useState<PhotoState>(first)
  /** What cancelling goes back to. */
  const [former, setFormer] = useState<PhotoState>(first)
  const running = useRef<Upload>(undefined)

  useEffect(() => () => running.current?.abort.abort(), [])

  function choose(file: File) {
    running.current?.abort.abort()
    if (file.size > largest) {
      running.current = undefined
      const why = staffRefusalTexts[currentLanguage()].image_too_large
      setPhoto(failure(why, null, null))
      return
    }
    const abort = new AbortController()
    const url = upload(file, abort.signal, setPhoto).then((next) => {
      if (abort.signal.aborted || !next) return null
      running.current = undefined
      if (next.status === 'ready') setFormer(next)
      setPhoto(next)
      return next.status === 'ready' ? next.url : null
    })
    running.current = { abort, url }
  }

  function backTo(state: PhotoState) {
    running.current?.abort.abort()
    running.current = undefined
    setFormer(state)
    setPhoto(state)
  }

  return {
    photo,
    hasFormer: former.status === 'ready',
    choose,
    cancel: () => backTo(former),
    clear: () => backTo(empty),
    /** The photo's address once it has arrived; `null` where there is none. */
    async settled(): Promise<string | null> {
      if (running.current) return await running.current.url
      return photo.status === 'ready' ? photo.url : null
    },
  }
}

export type Photo = ReturnType<typeof usePhoto>

const empty: PhotoState = { status: 'empty' }

function failure(message: string, preview: string | null, again: File | null): PhotoState {
  return { status: 'failed', message, preview, again }
}

/** Reports its progress, and answers how it ended; `undefined` where it was aborted. */
async function upload(file: File, signal: AbortSignal, report: (state: PhotoState) => void) {
  let share = 0
  let preview: string | null = null
  const tellNow = () => {
    if (!signal.aborted) report({ status: 'uploading', share, preview })
  }
  tellNow()
  void previewOf(file).then((made) => {
    preview = made
    if (!isOver) tellNow()
  })
  let isOver = false
  try {
    const onProgress = (part: number) => {
      share = part
      tellNow()
    }
    const url = await uploadImage(file, { signal, onProgress })
    return { status: 'ready', url, preview } as const
  } catch (fault) {
    if (signal.aborted) return undefined
    const mayHelp = !(fault instanceof ApiError) || fault.status === 0 || fault.status >= 500
    return failure(sentence(fault), preview, mayHelp ? file : null)
  } finally {
    isOver = true
  }
}

function sentence(fault: unknown): string {
  if (!(fault instanceof ApiError)) return photoTexts[currentLanguage()].couldNot
  return fault.issues?.[0]?.message ?? fault.message
}

/**
 * A small square of a picture's middle, as the server will crop it, as a data address: the pages
 * forbid blob addresses. `null` where the browser cannot read it.
 */
async function previewOf(file: Blob): Promise<string | null> {
  try {
    const picture = await createImageBitmap(file)
    const canvas = document.createElement('canvas')
    canvas.width = side
    canvas.height = side
    const crop = Math.min(picture.width, picture.height)
    const left = (picture.width - crop) / 2
    const top = (picture.height - crop) / 2
    canvas.getContext('2d')?.drawImage(picture, left, top, crop, crop, 0, 0, side, side)
    picture.close()
    return canvas.toDataURL('image/webp', 0.85)
  } catch {
    return null
  }
}

/** Milliseconds; ten megabytes over a slow line take their time. */
const timeoutMs = 120_000

type Options = {
  signal: AbortSignal
  /** Called with the part of the file that has left, from 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Uploads a photo and answers its address. Unlike `call`, it reports its progress. Failures are
 * `ApiError`s; an upload that its caller aborted rejects with the signal's own reason.
 */
async function uploadImage(file: File, options: Options): Promise<string> {
  const { data } = await exchange(
    doctorEndpoints.uploadImage,
    (token) => send(file, token, options),
    options.signal,
  )
  return data.url
}

/** By XMLHttpRequest: fetch does not report how much has been sent. */
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

type AvatarProps = { img: string; name: string; className?: string }

/** A doctor's photo; our own are stored in a small size as well. */
export function Avatar({ img, name, className = 'avatar' }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  if (broken === img) return <span className={`${className} avatar-broken`}>{initials(name)}</span>
  return (
    <img
      className={className}
      src={smallOf(img)}
      alt={name}
      width={56}
      height={56}
      loading="lazy"
      onError={() => setBroken(img)}
    />
  )
}

/** The 96 pixels of a photo that we store; an outside host has but one size. */
function smallOf(img: string): string {
  return img.replace(/-480\.webp$/, '-96.webp')
}

function initials(name: string): string {
  const words = name.replace(/^Dr\.?\s+/i, '').split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase()
}

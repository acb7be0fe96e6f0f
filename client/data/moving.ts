import { useSyncExternalStore } from 'react'
import { movingHeader } from '../../contract/endpoint.ts'

/** Every answer of the server says whether its data is being moved, and so takes no changes. */
let isMoving = false
let asking: ReturnType<typeof setInterval> | undefined
const listeners = new Set<(isMoving: boolean) => void>()

/** How often to ask while the data is moved and the user does nothing. */
const askMs = 15_000

export function noteMoving(headers: Headers): void {
  know(headers.has(movingHeader))
}

function know(next: boolean) {
  if (next === isMoving) return
  isMoving = next
  clearInterval(asking)
  if (next) asking = setInterval(() => void ask(), askMs)
  for (const listen of listeners) listen(next)
}

/** A script can read only this header of the page's own answer: some public pages make no call. */
if (typeof window !== 'undefined') {
  const [page] = performance.getEntriesByType('navigation')
  const timing = page instanceof PerformanceNavigationTiming ? page.serverTiming : []
  know(timing.some(({ name }) => name === movingHeader))
}

/** The portal at the new place answers without the header. */
async function ask(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) noteMoving(answer.headers)
}

function readMoving(): boolean {
  return isMoving
}

/** Returns a function to unsubscribe. */
export function onMoving(listen: (isMoving: boolean) => void): () => void {
  listeners.add(listen)
  return () => void listeners.delete(listen)
}

export function useMoving(): boolean {
  return useSyncExternalStore(onMoving, readMoving, () => false)
}

import { useEffect } from 'react'
import { refreshSession } from './session-changes.ts'

/** Milliseconds; far below the shortest idle time that makes sense. */
const step = 60_000

/**
 * Tells the server that somebody sits at a page of the staff's: a session that nobody uses ends, and what
 * a page reads by itself is no use. Where it has ended, the page's guard asks to sign in.
 */
export function usePresence(isStaff: boolean) {
  useEffect(() => {
    if (!isStaff) return
    const stop = new AbortController()
    let saidAt = 0
    async function say() {
      if (Date.now() - saidAt < step) return
      saidAt = Date.now()
      const { notePresence } = await import('./session-calls.ts')
      if (!(await notePresence())) await refreshSession()
    }
    const sayQuietly = () => void say().catch(() => {})
    for (const sign of ['pointerdown', 'keydown', 'wheel']) {
      window.addEventListener(sign, sayQuietly, { signal: stop.signal, passive: true })
    }
    return () => stop.abort()
  }, [isStaff])
}

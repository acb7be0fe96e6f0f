import { type RefObject, useEffect, useRef } from 'react'

/** Frames, some seconds of them. */
const patience = 300
/** Frames. The focus is nowhere for one of them even where the dialog gives it back. */
const settledAfter = 6

/**
 * A dialog that closes gives the focus back to what opened it. Where that is gone by then, because
 * the dialog has changed the list around it, `place` takes the focus.
 */
export function useFocusOnceClosed(isOpen: boolean, place: RefObject<HTMLElement | null>) {
  const wasOpen = useRef(false)
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (hasClosed) return focusOnceSettled(place, () => document.activeElement === document.body)
  }, [isOpen, place])
}

/**
 * Focuses `place` once something has held for several frames, since a dialog leaves with a movement and
 * what it changed is rendered again: many frames on a slow machine. Gives up after some seconds, and where
 * the user points at something. Returns how to stop it.
 */
export function focusOnceSettled(
  place: RefObject<HTMLElement | null>,
  isSettled: () => boolean,
): () => void {
  let frames = 0
  let held = 0
  let frame = 0
  const look = () => {
    frames += 1
    held = isSettled() ? held + 1 : 0
    if (held >= settledAfter) place.current?.focus()
    else if (frames < patience) frame = requestAnimationFrame(look)
  }
  const cancel = () => cancelAnimationFrame(frame)
  frame = requestAnimationFrame(look)
  window.addEventListener('pointerdown', cancel, { once: true })
  return () => {
    cancel()
    window.removeEventListener('pointerdown', cancel)
  }
}

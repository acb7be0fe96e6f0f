import { type RefObject, useEffect, useRef } from 'react'

/** Frames, some seconds of them. */
const patience = 300
/** Frames. The focus is nowhere for one of them even where the dialog gives it back. */
const lostAfter = 6

/**
 * A dialog that closes gives the focus back to what opened it. Where that is gone by then, because
 * the dialog has changed the list around it, `place` takes the focus.
 */
export function useFocusOnceClosed(isOpen: boolean, place: RefObject<HTMLElement | null>) {
  const wasOpen = useRef(false)
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!hasClosed) return
    // The dialog leaves with a movement, and the list is rendered again: many frames on a slow machine.
    let frames = 0
    let lost = 0
    let frame = 0
    const look = () => {
      frames += 1
      lost = document.activeElement === document.body ? lost + 1 : 0
      if (lost >= lostAfter) place.current?.focus()
      else if (frames < patience) frame = requestAnimationFrame(look)
    }
    const stop = () => cancelAnimationFrame(frame)
    frame = requestAnimationFrame(look)
    // Anyone who points somewhere goes on from there.
    window.addEventListener('pointerdown', stop, { once: true })
    return () => {
      stop()
      window.removeEventListener('pointerdown', stop)
    }
  }, [isOpen, place])
}

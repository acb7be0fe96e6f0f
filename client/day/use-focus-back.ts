import { type RefObject, useEffect, useRef } from 'react'

/** Frames, some seconds of them. */
const patience = 300

/**
 * A closing dialog gives the focus back to the button that opened it. Where a booking has replaced
 * that button by an appointment, the focus goes to `place` and not to nowhere.
 */
export function useFocusBack(isOpen: boolean, place: RefObject<HTMLElement | null>) {
  const wasOpen = useRef(false)

  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!hasClosed) return
    let frames = 0
    let frame = 0
    const settle = () => {
      frames += 1
      const holder = document.activeElement
      const isLeaving = holder?.closest('[role="dialog"], [role="alertdialog"]') !== null
      // The dialog leaves with a movement and gives the focus back a frame after it is gone.
      if (frames < 3 || (isLeaving && frames < patience)) frame = requestAnimationFrame(settle)
      else if (isLeaving || holder === document.body) place.current?.focus()
    }
    frame = requestAnimationFrame(settle)
    return () => cancelAnimationFrame(frame)
  }, [isOpen, place])
}

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

type Places = {
  isOpen: boolean
  isFull: boolean
  button: RefObject<HTMLButtonElement | null>
  heading: RefObject<HTMLElement | null>
}

/** Frames, some seconds of them. */
const patience = 300

/**
 * The closing form gives the focus back to the button that opened it. Two cases it cannot know: the
 * form came with the address, so nothing had the focus before, and the last time has just been
 * booked, so the button is disabled; then the card's heading takes it.
 */
export function useFocusAfterBooking({ isOpen, isFull, button, heading }: Places) {
  const wasOpen = useRef(false)

  // Before the browser notices that a disabled button cannot keep the focus.
  useLayoutEffect(() => {
    if (isFull && document.activeElement === button.current) heading.current?.focus()
  }, [isFull, button, heading])

  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!hasClosed) return
    let frame = 0
    let frames = 0
    // The dialog leaves with a movement and gives the focus back a frame after it is gone; on a slow
    // machine that is many frames from now.
    const settle = () => {
      frames += 1
      const holder = document.activeElement
      const isLeaving = holder?.closest('[role="dialog"]') !== null
      if (frames < 3 || (isLeaving && frames < patience)) frame = requestAnimationFrame(settle)
      else if (isLeaving || holder === document.body) {
        const place = button.current?.disabled ? heading.current : button.current
        place?.focus()
      }
    }
    frame = requestAnimationFrame(settle)
    return () => cancelAnimationFrame(frame)
  }, [isOpen, button, heading])
}

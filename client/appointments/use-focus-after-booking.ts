import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

type Places = {
  isOpen: boolean
  isFull: boolean
  button: RefObject<HTMLButtonElement | null>
  heading: RefObject<HTMLElement | null>
}

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
    // The dialog restores the focus one frame after it is gone.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const place = button.current?.disabled ? heading.current : button.current
        place?.focus()
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [isOpen, button, heading])
}

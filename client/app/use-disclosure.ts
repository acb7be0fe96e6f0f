import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** A button that shows and hides the content after it; closed by Escape, by leaving it and by navigating. */
export function useDisclosure() {
  const { key } = useLocation()
  const [openOn, setOpenOn] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  // Open on one history entry only: the next one starts closed.
  const isOpen = openOn === key
  const close = () => setOpenOn(undefined)

  const around = {
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !isOpen) return
      close()
      button.current?.focus()
    },
    onBlur(event: FocusEvent) {
      const { relatedTarget } = event
      if (relatedTarget && !event.currentTarget.contains(relatedTarget)) close()
    },
  }
  return { isOpen, button, around, close, toggle: () => setOpenOn(isOpen ? undefined : key) }
}

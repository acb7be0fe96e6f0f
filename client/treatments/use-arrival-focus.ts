import { type RefObject, useEffect } from 'react'

/** List and form change places at one address: the one that appears takes the focus, if it is free. */
export function useArrivalFocus(heading: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (document.activeElement !== document.body) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [heading])
}

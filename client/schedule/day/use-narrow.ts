import { useSyncExternalStore } from 'react'

const narrow = '(width < 720px)'

function watch(onChange: () => void) {
  const media = window.matchMedia(narrow)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** A screen too narrow for columns side by side. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(narrow).matches,
    () => false,
  )
}

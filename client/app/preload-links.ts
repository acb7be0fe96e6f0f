import { preloadPage } from '../routes.tsx'

function onIntent(event: Event) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link?.origin !== window.location.origin) return
  // What fails here will fail again, and be told, when the link is followed.
  preloadPage(link.pathname).catch(() => {})
}

/** Fetches a page when a link to it is pointed at or focused, a moment before it is wanted. */
export function preloadLinks() {
  for (const kind of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(kind, onIntent, { passive: true })
  }
}

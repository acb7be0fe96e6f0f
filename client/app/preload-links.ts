import { preloadPage } from '../routes.tsx'

function onIntent(event: Event) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link?.origin !== window.location.origin) return
  // An error here occurs again, and is reported, when the link is followed.
  preloadPage(link.pathname).catch(() => {})
}

/** Fetches a page when a link to it is hovered or focused, just before it is needed. */
export function preloadLinks() {
  for (const kind of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(kind, onIntent, { passive: true })
  }
}

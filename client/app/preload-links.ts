import { preloadPage } from '../routes.tsx'

let next: string | undefined
let isFetching = false

/** One page at a time: on a slow line many scripts would keep back the calls of the page that is open. */
async function fetchNext() {
  if (isFetching) return
  isFetching = true
  while (next !== undefined) {
    const pathname = next
    next = undefined
    // An error here occurs again, and is reported, when the link is followed.
    await preloadPage(pathname).catch(() => {})
  }
  isFetching = false
}

function onIntent(event: Event) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link?.origin !== window.location.origin) return
  next = link.pathname
  void fetchNext()
}

/**
 * Fetches a page when a link to it is hovered or focused, just before it is needed. Of links that are passed over
 * meanwhile, only the last counts.
 */
export function preloadLinks() {
  for (const kind of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(kind, onIntent, { passive: true })
  }
}

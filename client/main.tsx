import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { preloadNotLoaded } from './app/page-boundary.tsx'
import { currentLanguage } from './i18n/language.tsx'
import { Root } from './root.tsx'
import { preloadGuards, preloadPage } from './routes.tsx'

const app = (
  <StrictMode>
    <BrowserRouter>
      <Root language={currentLanguage()} />
    </BrowserRouter>
  </StrictMode>
)

declare global {
  interface Window {
    /** The last press on a prerendered page, as a script in that page notes it (scripts/build.ts). */
    pressed?: { button: HTMLButtonElement | null }
  }
}

async function start() {
  const place = document.getElementById('root')
  if (!place) throw new Error('index.html has no #root')
  // A page whose script is missing still gets its frame, and the boundary says what happened.
  await preloadPage(window.location.pathname).catch(() => {})
  const { pressed } = window
  if ('prerendered' in place.dataset) hydrateRoot(place, app)
  else createRoot(place).render(app)
  const finish = () => {
    // By now the page is hydrated. What is pressed meanwhile has had its effect.
    if (pressed === window.pressed) pressed?.button?.click()
    fetchLater()
  }
  if ('requestIdleCallback' in window) requestIdleCallback(finish)
  else setTimeout(finish, 2000)
}

/** What no first view shows, and what has to be here before it is wanted. */
function fetchLater() {
  const preloadLinks = () => import('./app/preload-links.ts').then((file) => file.preloadLinks())
  const reportVitals = () => import('./site/report-vitals.ts').then((file) => file.reportVitals())
  for (const fetch of [preloadNotLoaded, preloadGuards, preloadLinks, reportVitals]) {
    // What is missing is fetched again where it is wanted; a measurement must not disturb the page.
    fetch().catch(() => {})
  }
}

void start()

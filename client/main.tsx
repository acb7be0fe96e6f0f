import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { preloadLinks } from './app/preload-links.ts'
import { currentLanguage } from './i18n/language.tsx'
import { Root } from './root.tsx'
import { preloadPage } from './routes.tsx'
import { reportVitals } from './site/report-vitals.ts'

const app = (
  <StrictMode>
    <BrowserRouter>
      <Root language={currentLanguage()} />
    </BrowserRouter>
  </StrictMode>
)

async function start() {
  const place = document.getElementById('root')
  if (!place) throw new Error('index.html has no #root')
  // A page whose script is missing still gets its frame, and the boundary says what happened.
  await preloadPage(window.location.pathname).catch(() => {})
  if ('prerendered' in place.dataset) hydrateRoot(place, app)
  else createRoot(place).render(app)
  preloadLinks()
  reportVitals()
}

void start()

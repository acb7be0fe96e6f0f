import { type ReactNode, Suspense } from 'react'
import { useRoutes } from 'react-router'
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import { SessionProvider } from './identity/session.tsx'
import { PageArrival } from './page-arrival.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { routes } from './routes.tsx'
import { Footer } from './site/footer.tsx'
import { TopBar } from './site/top-bar.tsx'
import { PageSpinner } from './ui/spinner.tsx'

/** What surrounds every page. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <SessionProvider>
      <a className="skip-link visually-hidden" href="#main">
        Skip to the main content
      </a>
      <TopBar />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </SessionProvider>
  )
}

function Page() {
  return useRoutes(routes)
}

export function Root() {
  return (
    <Frame>
      <PageBoundary>
        <Suspense fallback={<PageSpinner />}>
          <Page />
        </Suspense>
      </PageBoundary>
      <PageArrival />
    </Frame>
  )
}

/** The frame alone, served where only the browser can know what the page shows. */
export function Shell() {
  return (
    <Frame>
      <PageSpinner />
      <noscript>
        <p className="page">This page needs JavaScript to show what is yours.</p>
      </noscript>
    </Frame>
  )
}

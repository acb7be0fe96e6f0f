import { type ReactNode, Suspense } from 'react'
import { useRoutes } from 'react-router'
import { defineTexts, type Language } from '../contract/language.ts'
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import './ui/preferences.css'
import { lazyPage, pageOf } from './app/feature-route.tsx'
import { MovingNote } from './app/moving-note.tsx'
import { PageArrival } from './app/page-arrival.tsx'
import { PageBoundary } from './app/page-boundary.tsx'
import { useWorkspace, useWorkspaceLoading } from './dashboard/use-workspace.ts'
import { LanguageProvider, useTexts } from './i18n/language.tsx'
import { SessionProvider, useSession } from './identity/session/session.tsx'
import { routes } from './routes.tsx'
import { Footer } from './site/footer.tsx'
import { TopBar } from './site/top-bar.tsx'
import { PageSpinner } from './ui/feedback/spinner.tsx'

const frameTexts = defineTexts({
  en: {
    skip: 'Skip to the main content',
  },
  es: {
    skip: 'Ir al contenido principal',
  },
})
const needsScript = defineTexts({
  en: 'This page needs JavaScript to show what is yours.',
  es: 'Esta página necesita JavaScript para mostrar lo que es suyo.',
})

/** Loaded on demand: the call brings the contract and zod, which the first view must not. */
function storeLanguage(language: Language) {
  import('./i18n/store-language.ts').then(
    (file) => file.storeLanguage(language),
    // The choice is this page's alone.
    () => {},
  )
}

const AskForProof = lazyPage(async () => {
  const file = await import('./identity/proof/ask-for-proof.tsx').catch(() => undefined)
  // Without it a call that needs a proof is refused, as the server has it.
  if (!file) (await import('./data/proof.ts').catch(() => undefined))?.refuseToProve()
  return file?.AskForProof ?? (() => null)
})

const WorkspaceBar = pageOf('workspaceBar')

/** What surrounds every page: the web site, or for staff their workspace. */
function Frame({ children }: { children: ReactNode }) {
  const t = useTexts(frameTexts)
  const isWorkspace = useWorkspace()
  useWorkspaceLoading(WorkspaceBar.preload)
  return (
    <>
      <a className="skip-link visually-hidden" href="#main">
        {t.skip}
      </a>
      <MovingNote isWorkspace={isWorkspace} />
      {isWorkspace ? (
        <Suspense fallback={null}>
          <WorkspaceBar />
        </Suspense>
      ) : (
        <TopBar />
      )}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!isWorkspace && <Footer />}
    </>
  )
}

/** Not rendered if signed out: only a signed-in account is asked for proof of identity. */
function Proof() {
  const { status } = useSession()
  if (status !== 'signedIn') return null
  return (
    <Suspense fallback={null}>
      <AskForProof />
    </Suspense>
  )
}

function Page() {
  return useRoutes(routes)
}

export function Root({ language }: { language: Language }) {
  return (
    <LanguageProvider language={language} onChoose={storeLanguage}>
      <SessionProvider>
        <Frame>
          <PageBoundary>
            <Suspense fallback={<PageSpinner />}>
              <Page />
            </Suspense>
          </PageBoundary>
          <PageArrival />
          <Proof />
        </Frame>
      </SessionProvider>
    </LanguageProvider>
  )
}

/** The frame and the page's title, served where only the browser can know what the page shows. */
export function Shell({ language, title }: { language: Language; title: string }) {
  return (
    <LanguageProvider language={language} onChoose={storeLanguage}>
      <SessionProvider>
        <Frame>
          <PageSpinner />
          <noscript>
            <h1>{title}</h1>
            <p className="page">{needsScript[language]}</p>
          </noscript>
        </Frame>
      </SessionProvider>
    </LanguageProvider>
  )
}

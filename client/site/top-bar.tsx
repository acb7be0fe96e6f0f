import { useLocation } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { useTexts } from '../i18n/language.tsx'
import { LanguageSwitch } from '../i18n/language-switch.tsx'
import { useSession } from '../identity/session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Cross, Icon, MenuLines } from '../ui/icon.tsx'
import { leave } from '../ui/leaving.ts'
import { ButtonLink, Link } from '../ui/link.tsx'
import { frameTexts } from './texts-frame.ts'
import './top-bar.css'
import { useDisclosure } from '../app/use-disclosure.ts'
import { Wordmark } from './wordmark.tsx'

const links = [
  { to: paths.home, page: 'home' },
  { to: paths.about, page: 'about' },
  { to: paths.appointment, page: 'appointment' },
  { to: paths.reviews, page: 'reviews' },
  { to: paths.contact, page: 'contact' },
] as const
const dashboard = { to: paths.dashboard, page: 'dashboard' } as const

function isCurrent(to: string, pathname: string): boolean {
  if (to === paths.home) return pathname === paths.home || pathname === paths.homeAlias
  return pathname === to || pathname.startsWith(`${to}/`)
}

function Links({ signedIn, onFollow }: { signedIn: boolean; onFollow: () => void }) {
  const { pathname } = useLocation()
  const t = useTexts(frameTexts)
  return (
    <ul className="top-bar-links">
      {(signedIn ? [...links, dashboard] : links).map(({ to, page }) => (
        <li key={to}>
          <Link
            to={to}
            onClick={onFollow}
            aria-current={isCurrent(to, pathname) ? 'page' : undefined}
          >
            {t[page]}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Links to every page; on a phone they collapse into a menu button. */
export function TopBar() {
  const { status, signOut } = useSession()
  const { isOpen, button, around, close, toggle } = useDisclosure()
  const t = useTexts(frameTexts)
  const signedIn = status === 'signedIn'

  return (
    <header className="top-bar" {...around}>
      <div className="inner top-bar-row">
        <Wordmark />
        <button
          type="button"
          ref={button}
          className="top-bar-toggle"
          aria-expanded={isOpen}
          aria-controls="top-bar-menu"
          onClick={toggle}
        >
          <Icon of={isOpen ? Cross : MenuLines} />
          {t.menu}
        </button>
        <nav id="top-bar-menu" className="top-bar-menu" data-open={isOpen} aria-label={t.main}>
          <Links signedIn={signedIn} onFollow={close} />
          <LanguageSwitch className="top-bar-language" />
          {signedIn ? (
            <Button
              variant="quiet"
              className="top-bar-session"
              onClick={() => leave(() => void signOut())}
            >
              {t.signOut}
            </Button>
          ) : (
            <ButtonLink
              variant="quiet"
              className="top-bar-session"
              to={paths.login}
              onClick={close}
            >
              {t.login}
            </ButtonLink>
          )}
        </nav>
      </div>
    </header>
  )
}

import { Menu, X } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useSession } from '../identity/session.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Icon } from '../ui/icon.tsx'
import './top-bar.css'
import { useDisclosure } from './use-disclosure.ts'
import { Wordmark } from './wordmark.tsx'

const links = [
  { to: paths.home, text: 'Home' },
  { to: paths.about, text: 'About' },
  { to: paths.appointment, text: 'Appointment' },
  { to: paths.reviews, text: 'Reviews' },
  { to: paths.contact, text: 'Contact' },
]
const dashboard = { to: paths.dashboard, text: 'DashBoard' }

function isCurrent(to: string, pathname: string): boolean {
  if (to === paths.home) return pathname === paths.home || pathname === paths.homeAlias
  return pathname === to || pathname.startsWith(`${to}/`)
}

function Links({ signedIn, onFollow }: { signedIn: boolean; onFollow: () => void }) {
  const { pathname } = useLocation()
  return (
    <ul className="top-bar-links">
      {(signedIn ? [...links, dashboard] : links).map(({ to, text }) => (
        <li key={to}>
          <Link
            to={to}
            onClick={onFollow}
            aria-current={isCurrent(to, pathname) ? 'page' : undefined}
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The way to every page; on a phone it folds into a button. */
export function TopBar() {
  const { status, signOut } = useSession()
  const { isOpen, button, around, close, toggle } = useDisclosure()
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
          <Icon of={isOpen ? X : Menu} />
          Menu
        </button>
        <nav id="top-bar-menu" className="top-bar-menu" data-open={isOpen} aria-label="Main">
          <Links signedIn={signedIn} onFollow={close} />
          {signedIn ? (
            <Button variant="quiet" className="top-bar-session" onClick={() => void signOut()}>
              Sign Out
            </Button>
          ) : (
            <ButtonLink
              variant="quiet"
              className="top-bar-session"
              to={paths.login}
              onClick={close}
            >
              Login
            </ButtonLink>
          )}
        </nav>
      </div>
    </header>
  )
}

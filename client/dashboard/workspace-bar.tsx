import { Globe, Keyboard, LogOut, Menu, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import type { StaffCounts } from '../../contract/schedule/staff-appointment.ts'
import { useShortcut } from '../app/shortcuts.ts'
import { useDisclosure } from '../app/use-disclosure.ts'
import { clinic } from '../domain/clinic.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { LanguageSwitch } from '../i18n/language-switch.tsx'
import { useMay, useStaff } from '../identity/own-role.ts'
import { useSession } from '../identity/session/session.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Icon } from '../ui/icon.tsx'
import { leave } from '../ui/leaving.ts'
import { Link, MenuLink } from '../ui/link.tsx'
import { CountNews, MenuCount, useMenuCounts } from './menu-counts.tsx'
import { entriesOf, type MenuEntry, menuEntries } from './menu-entries.ts'
import { StaffSearch } from './staff-search.tsx'
import { dashboardTexts } from './texts.ts'
import './workspace.css'

const groups = ['today', 'schedule', 'patients', 'money', 'clinic', 'own'] as const

const ShortcutList = lazy(async () => {
  const { ShortcutList } = await import('./shortcut-list.tsx')
  return { default: ShortcutList }
})

/**
 * What stands around the staff's pages: a low bar with the search, and the menu, which on a narrow
 * screen is a drawer. Nothing of it is shown before the server has said that it is staff who looks.
 */
export function WorkspaceBar() {
  const t = useTexts(dashboardTexts)
  const isStaff = useStaff().status === 'yes'
  const { isOpen, button, around, close, toggle } = useDisclosure()
  return (
    <header className="workspace-bar" {...around}>
      <h1>{t.welcome}</h1>
      <div className="workspace-tools">
        <button
          type="button"
          ref={button}
          className="workspace-toggle"
          aria-expanded={isOpen}
          aria-controls="workspace-menu"
          onClick={toggle}
        >
          <Icon of={isOpen ? X : Menu} />
          <Here />
        </button>
        <Link className="workspace-home" to={paths.home}>
          {clinic.name}
        </Link>
        {isStaff && <StaffSearch />}
      </div>
      <button
        type="button"
        className="workspace-shade"
        data-open={isOpen}
        tabIndex={-1}
        aria-label={t.closeMenu}
        onClick={close}
      />
      <div id="workspace-menu" className="workspace-menu" data-open={isOpen}>
        {isStaff ? <WorkspaceMenu /> : <MenuSkeleton />}
        <MenuFoot onLeave={close} hasShortcuts={isStaff} />
      </div>
    </header>
  )
}

/** On a phone the button of the menu says where one is. */
function Here() {
  const t = useTexts(dashboardTexts)
  const language = useLanguage()
  const { pathname } = useLocation()
  const here = menuEntries.find(({ path }) => path === pathname)
  return (
    <>
      <span className="visually-hidden">{t.menu} </span>
      <span className="workspace-here">{here?.title[language] ?? t.allPages}</span>
    </>
  )
}

function WorkspaceMenu() {
  const t = useTexts(dashboardTexts)
  const menu = useCurrentInSight()
  const counts = useMenuCounts()
  const may = useMay()
  const own = groups.flatMap((group) => {
    const entries = entriesOf(group).filter(({ needs }) => needs === undefined || may(needs))
    return entries.length > 0 ? [{ group, entries }] : []
  })
  return (
    <nav className="workspace-groups" aria-label={t.dashboard} ref={menu}>
      {own.map(({ group, entries }) => (
        <section key={group}>
          <p className="workspace-group" id={`workspace-${group}`}>
            {t.groups[group]}
          </p>
          <ul className="workspace-entries" aria-labelledby={`workspace-${group}`}>
            {entries.map((entry) => (
              <li key={entry.path}>
                <Entry entry={entry} counts={counts} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <CountNews counts={counts} />
    </nav>
  )
}

type EntryProps = { entry: MenuEntry; counts: StaffCounts | undefined }

function Entry({ entry, counts }: EntryProps) {
  const { path, title, icon, shortcut, count } = entry
  const label = title[useLanguage()]
  return (
    <>
      <MenuLink className="workspace-entry" to={path} end={path === paths.dashboard}>
        <Icon of={icon} size={16} />
        {label}
        {count && counts && <MenuCount of={count} count={counts[count]} />}
      </MenuLink>
      {shortcut && <OpenByKey shortcut={shortcut} label={label} path={path} />}
    </>
  )
}

function OpenByKey(props: { shortcut: string; label: string; path: string }) {
  const { shortcut, label, path } = props
  const navigate = useNavigate()
  useShortcut(shortcut, label, () => leave(() => void navigate(path), path))
  return null
}

/** In a low window the menu scrolls by itself: where one is must be in sight. */
function useCurrentInSight() {
  const { pathname } = useLocation()
  const menu = useRef<HTMLElement>(null)
  useEffect(() => {
    const here = menu.current?.querySelector<HTMLElement>(`[aria-current][href="${pathname}"]`)
    if (!menu.current || !here) return
    menu.current.scrollTop = here.offsetTop - menu.current.clientHeight / 2
  }, [pathname])
  return menu
}

function MenuSkeleton() {
  return (
    <div className="workspace-groups" aria-busy="true">
      {groups.map((group) => (
        <div key={group} className="workspace-entries">
          {entriesOf(group).map(({ path }) => (
            <div key={path} className="workspace-entry">
              <Skeleton />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

type MenuFootProps = { onLeave: () => void; hasShortcuts: boolean }

/** The reader's own matters, below the clinic's. */
function MenuFoot({ onLeave, hasShortcuts }: MenuFootProps) {
  const t = useTexts(dashboardTexts)
  const { signOut } = useSession()
  return (
    <div className="workspace-foot">
      <Link className="workspace-entry workspace-site" to={paths.home} onClick={onLeave}>
        <Icon of={Globe} size={16} />
        {clinic.name}
      </Link>
      {hasShortcuts && <Shortcuts onOpen={onLeave} />}
      <div className="workspace-leave">
        <button
          type="button"
          className="workspace-entry"
          onClick={() => leave(() => void signOut())}
        >
          <Icon of={LogOut} size={16} />
          {t.signOut}
        </button>
        <LanguageSwitch className="workspace-language" />
      </div>
    </div>
  )
}

function Shortcuts({ onOpen }: { onOpen: () => void }) {
  const { shortcuts } = useTexts(dashboardTexts)
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setIsOpen(true)
    setWasOpened(true)
  }
  useShortcut('?', shortcuts, open)
  return (
    <>
      <button
        type="button"
        className="workspace-entry"
        aria-haspopup="dialog"
        onClick={() => {
          onOpen()
          open()
        }}
      >
        <Icon of={Keyboard} size={16} />
        {shortcuts}
      </button>
      {wasOpened && (
        <Suspense fallback={null}>
          <ShortcutList isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

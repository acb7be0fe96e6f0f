import { Globe, Keyboard, LogOut, Menu, Search, X } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { defineTexts } from '../../contract/language.ts'
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
import { allOf, FoundList, leastLetters, useFound } from './found-list.tsx'
import { CountNews, MenuCount, useMenuCounts } from './menu-counts.tsx'
import { entriesOf, type MenuEntry, menuEntries } from './menu-entries.ts'
import { dashboardTexts } from './texts.ts'
import './staff-search.css'
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

const texts = defineTexts({
  en: { find: 'Find a patient', findBy: 'Name, e-mail or phone' },
  es: { find: 'Buscar un paciente', findBy: 'Nombre, correo o teléfono' },
})

/** Typing that pauses this long is a question. */
const pauseMs = 250
const findKey = '/'

/**
 * Finds patients and their appointments from every page of the staff. The arrow keys choose one
 * and Enter opens it; Enter without a choice opens the whole list.
 */
function StaffSearch() {
  const t = useTexts(texts)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { key } = useLocation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [openOn, setOpenOn] = useState<string>()
  const search = useSettled(typed.trim())
  // Open on one history entry only: what was found leads to the next one.
  const isOpen = openOn === key && typed.trim() !== ''
  const found = useFound(search, isOpen)
  const options = found.options.map((one, n) => ({ ...one, id: `${id}-${n}` }))
  const { at, move } = useChoice(search, options.length)
  const chosen = at === undefined || search !== typed.trim() ? undefined : options[at]

  useShortcut(findKey, t.find, () => {
    input.current?.focus()
    input.current?.select()
  })
  const close = () => setOpenOn(undefined)

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key]
    if (step) move(isOpen ? step : 0)
    else if (event.key !== 'Escape' || !isOpen) return
    setOpenOn(step && key)
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <search
      className="staff-search"
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = typed.trim()
          if (!chosen && wanted.length < leastLetters) return
          close()
          const { to, state } = chosen ?? (search === wanted ? found.whole : allOf(wanted))
          leave(() => void navigate(to, { state }), to)
        }}
      >
        <Icon of={Search} size={16} />
        <input
          ref={input}
          role="combobox"
          type="text"
          className="staff-search-field"
          aria-label={t.find}
          aria-expanded={isOpen}
          aria-controls={`${id}-found`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen ? chosen?.id : undefined}
          placeholder={t.findBy}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={200}
          value={typed}
          onFocus={() => setOpenOn(key)}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setTyped(target.value)
            setOpenOn(key)
          }}
        />
        <span className="staff-search-key" aria-hidden="true">
          {findKey}
        </span>
      </form>
      {isOpen && (
        <FoundList
          id={`${id}-found`}
          search={typed.trim()}
          found={found}
          options={options}
          chosen={chosen?.id}
          onFollow={close}
        />
      )}
    </search>
  )
}

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 }

/** Which of the options the arrow keys have come to, around and around; another search begins at the first. */
function useChoice(search: string, length: number) {
  const [choice, setChoice] = useState<{ search: string; at: number }>()
  const at = choice?.search === search && choice.at < length ? choice.at : undefined
  function move(step: 1 | 0 | -1) {
    if (length === 0 || step === 0) return
    const from = at ?? (step === 1 ? -1 : length)
    setChoice({ search, at: (from + step + length) % length })
  }
  return { at, move }
}

/** What was typed, once the typing pauses. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

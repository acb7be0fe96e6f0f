import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Icon } from '../ui/icon.tsx'
import './dashboard-menu.css'
import { type Entry, menu, staffMenu } from './menu.ts'
import { dashboardTexts } from './texts.ts'

/**
 * The way around the dashboard. A patient's few entries stand side by side on a phone; the staff's
 * many fold into a button that says where one is.
 */
export function DashboardMenu({ isStaff }: { isStaff: boolean }) {
  const t = useTexts(dashboardTexts)
  const { key } = useLocation()
  const [openOn, setOpenOn] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const groups = useCurrentInSight(isStaff)
  // Open on one history entry only: the next one starts closed.
  const isOpen = openOn === key

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    setOpenOn(undefined)
    button.current?.focus()
  }

  return (
    <nav
      className={isStaff ? 'dashboard-menu dashboard-menu-staff' : 'dashboard-menu'}
      aria-label={t.dashboard}
      data-open={isOpen}
      onKeyDown={onKeyDown}
    >
      {isStaff && (
        <Toggle
          button={button}
          isOpen={isOpen}
          onPress={() => setOpenOn(isOpen ? undefined : key)}
        />
      )}
      <div className="dashboard-groups" id="dashboard-groups" ref={groups}>
        <Entries of={menu} />
        {isStaff && <StaffEntries />}
      </div>
    </nav>
  )
}

function StaffEntries() {
  return (
    <>
      <p className="dashboard-group" id="dashboard-clinic">
        {useTexts(dashboardTexts).clinic}
      </p>
      <Entries of={staffMenu} labelledBy="dashboard-clinic" />
    </>
  )
}

/** In a low window the staff's list scrolls by itself: where one is must be in sight. */
function useCurrentInSight(isStaff: boolean) {
  const { pathname } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!list.current || !isStaff) return
    const here = list.current.querySelector<HTMLElement>(`[aria-current][href="${pathname}"]`)
    if (here) list.current.scrollTop = here.offsetTop - list.current.clientHeight / 2
  }, [pathname, isStaff])
  return list
}

type ToggleProps = {
  button: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onPress: () => void
}

function Toggle({ button, isOpen, onPress }: ToggleProps) {
  const t = useTexts(dashboardTexts)
  const { pathname } = useLocation()
  const language = useLanguage()
  const here = [...menu, ...staffMenu].find(({ path }) => path === pathname)
  return (
    <button
      type="button"
      ref={button}
      className="dashboard-toggle"
      aria-expanded={isOpen}
      aria-controls="dashboard-groups"
      onClick={onPress}
    >
      <span className="visually-hidden">{t.menu} </span>
      {here && <Icon of={here.icon} />}
      {here?.label[language] ?? t.allPages}
      <Icon of={ChevronDown} />
    </button>
  )
}

function Entries({ of: entries, labelledBy }: { of: readonly Entry[]; labelledBy?: string }) {
  const language = useLanguage()
  return (
    <ul className="dashboard-entries" aria-labelledby={labelledBy}>
      {entries.map(({ path, label, icon }) => (
        <li key={path}>
          <NavLink className="dashboard-entry" to={path} end={path === paths.dashboard}>
            <Icon of={icon} />
            {label[language]}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

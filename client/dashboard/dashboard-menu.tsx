import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Icon } from '../ui/icon.tsx'
import './dashboard-menu.css'
import { type MenuEntry, menuEntries } from './menu-entries.ts'
import { dashboardTexts } from './texts.ts'

/**
 * The way around the dashboard. A patient's few entries stand on one line on a phone; the staff's many
 * fold into a button that says where one is.
 */
export function DashboardMenu({ isStaff }: { isStaff: boolean }) {
  const t = useTexts(dashboardTexts)
  const { key } = useLocation()
  const [openOn, setOpenOn] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const groups = useCurrentInSight()
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
        <Entries isOf={(group) => group === 'own'} />
        {isStaff && <StaffEntries />}
      </div>
    </nav>
  )
}

/**
 * In the menu's place until it is known whose it is. Somebody on a page of the staff is likely to be
 * staff: there it has the size of their menu.
 */
export function DashboardMenuSkeleton({ isStaff }: { isStaff: boolean }) {
  const shown = menuEntries.filter(({ group }) => isStaff || group === 'own')
  return (
    <div
      className={isStaff ? 'dashboard-menu dashboard-menu-staff' : 'dashboard-menu'}
      data-open="false"
      aria-busy="true"
    >
      {isStaff && (
        <div className="dashboard-toggle">
          <Skeleton width="9rem" />
        </div>
      )}
      <div className="dashboard-groups">
        <div className="dashboard-entries">
          {shown.map(({ path }) => (
            <div key={path} className="dashboard-entry">
              <Skeleton width="7rem" />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

function StaffEntries() {
  return (
    <>
      <p className="dashboard-group" id="dashboard-clinic">
        {useTexts(dashboardTexts).clinic}
      </p>
      <Entries isOf={(group) => group !== 'own'} labelledBy="dashboard-clinic" />
    </>
  )
}

/** In a low window the staff's list scrolls by itself, in a narrow one the patient's: where one is must be in sight. */
function useCurrentInSight() {
  const { pathname } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>(`[aria-current][href="${pathname}"]`)
    if (!list.current || !here) return
    const { clientWidth, clientHeight } = list.current
    list.current.scrollTop = here.offsetTop - clientHeight / 2
    list.current.scrollLeft = here.offsetLeft + here.offsetWidth / 2 - clientWidth / 2
  }, [pathname])
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
  const here = menuEntries.find(({ path }) => path === pathname)
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
      {here?.title[language] ?? t.allPages}
      <Icon of={ChevronDown} />
    </button>
  )
}

type EntriesProps = { isOf: (group: MenuEntry['group']) => boolean; labelledBy?: string }

function Entries({ isOf, labelledBy }: EntriesProps) {
  const language = useLanguage()
  const shown = menuEntries.filter(({ group }) => isOf(group))
  return (
    <ul className="dashboard-entries" aria-labelledby={labelledBy}>
      {shown.map(({ path, title, icon }) => (
        <li key={path}>
          <NavLink className="dashboard-entry" to={path} end={path === paths.dashboard}>
            <Icon of={icon} />
            {title[language]}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

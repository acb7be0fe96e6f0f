import {
  CalendarClock,
  CalendarDays,
  CalendarOff,
  CalendarSync,
  ChartNoAxesColumn,
  ChevronDown,
  ClipboardList,
  ContactRound,
  History,
  Hourglass,
  Inbox,
  ListOrdered,
  type LucideIcon,
  MailCheck,
  MessageSquareHeart,
  Scale,
  ScrollText,
  Star,
  Store,
  UserPlus,
  UserRound,
  Users,
  UsersRound,
} from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Icon } from '../ui/icon.tsx'
import './dashboard-menu.css'
import { entries } from './entries.ts'
import { dashboardTexts } from './texts.ts'

type MenuEntry = Extract<(typeof entries)[number], { menu: string }>

const menu = entries.filter((entry): entry is MenuEntry => 'menu' in entry)

/** An entry of the menu without an icon does not compile. */
const icons: Record<MenuEntry['page'], LucideIcon> = {
  myAppointments: CalendarDays,
  myReviews: MessageSquareHeart,
  myHistory: History,
  waitlist: Hourglass,
  family: UsersRound,
  reminders: MailCheck,
  account: UserRound,
  users: Users,
  addDoctor: UserPlus,
  manageDoctors: ContactRound,
  schedule: CalendarClock,
  staffWaitlist: ListOrdered,
  overview: ChartNoAxesColumn,
  treatments: ClipboardList,
  businessHours: CalendarOff,
  policy: Scale,
  messages: Inbox,
  reviewModeration: Star,
  calendar: CalendarSync,
  clinicProfile: Store,
  audit: ScrollText,
}

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
        <Entries of="patient" />
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
  const shown = isStaff ? menu : menu.filter((entry) => entry.menu === 'patient')
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
      <Entries of="staff" labelledBy="dashboard-clinic" />
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
  const here = menu.find(({ path }) => path === pathname)
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
      {here && <Icon of={icons[here.page]} />}
      {here?.title[language] ?? t.allPages}
      <Icon of={ChevronDown} />
    </button>
  )
}

function Entries({ of: group, labelledBy }: { of: MenuEntry['menu']; labelledBy?: string }) {
  const language = useLanguage()
  const shown = menu.filter((entry) => entry.menu === group)
  return (
    <ul className="dashboard-entries" aria-labelledby={labelledBy}>
      {shown.map(({ path, title, page }) => (
        <li key={path}>
          <NavLink className="dashboard-entry" to={path} end={path === paths.dashboard}>
            <Icon of={icons[page]} />
            {title[language]}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

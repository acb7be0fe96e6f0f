import { Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { useStaff } from '../identity/own-role.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { Icon } from '../ui/icon.tsx'
import { MenuLink } from '../ui/link.tsx'
import { entriesOf } from './menu-entries.ts'
import { dashboardTexts } from './texts.ts'
import { useWorkspace } from './use-workspace.ts'
import './dashboard-menu.css'
import './dashboard-layout.css'

/** A page of the dashboard: for patients below their menu, for staff in their workspace. */
export function DashboardLayout() {
  const { status } = useStaff()
  const { welcome } = useTexts(dashboardTexts)
  const isWorkspace = useWorkspace()
  return (
    <div className={isWorkspace ? 'workspace-page' : 'page dashboard-frame'}>
      <div className={isWorkspace ? 'workspace-frame' : 'dashboard'}>
        {!isWorkspace && <h1>{welcome}</h1>}
        {!isWorkspace && (status === 'unknown' ? <DashboardMenuSkeleton /> : <DashboardMenu />)}
        <section className="dashboard-content">
          <Suspense fallback={<PageSpinner />}>
            <Outlet />
          </Suspense>
        </section>
      </div>
    </div>
  )
}

/** A patient's way around the dashboard: on a phone a line that is moved sideways. */
function DashboardMenu() {
  const t = useTexts(dashboardTexts)
  const language = useLanguage()
  const list = useCurrentInSight()
  return (
    <nav className="dashboard-menu" aria-label={t.dashboard}>
      <div className="dashboard-groups" ref={list}>
        <ul className="dashboard-entries">
          {entriesOf('own').map(({ path, title, icon }) => (
            <li key={path}>
              <MenuLink className="dashboard-entry" to={path} end={path === paths.dashboard}>
                <Icon of={icon} />
                {title[language]}
              </MenuLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

/** In the menu's place until it is known whose it is. */
function DashboardMenuSkeleton() {
  return (
    <div className="dashboard-menu" aria-busy="true">
      <div className="dashboard-groups">
        <div className="dashboard-entries">
          {entriesOf('own').map(({ path }) => (
            <div key={path} className="dashboard-entry">
              <Skeleton />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** In a narrow window the list scrolls by itself: where one is must be in sight. */
function useCurrentInSight() {
  const { pathname } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Also above a page below that of an entry, such as the data of an account.
    const entry = pathname.split('/').slice(0, 3).join('/')
    const here = list.current?.querySelector<HTMLElement>(`[aria-current][href="${entry}"]`)
    if (!list.current || !here) return
    list.current.scrollLeft = here.offsetLeft + here.offsetWidth / 2 - list.current.clientWidth / 2
  }, [pathname])
  return list
}

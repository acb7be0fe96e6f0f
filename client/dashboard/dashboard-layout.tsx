import { Suspense } from 'react'
import { matchPath, Outlet, useLocation } from 'react-router'
import { staffPages } from '../../contract/page-paths.ts'
import { useTexts } from '../i18n/language.tsx'
import { useAdmin } from '../identity/admin-status.ts'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import './dashboard-layout.css'
import { DashboardMenu, DashboardMenuSkeleton } from './dashboard-menu.tsx'
import { dashboardTexts } from './texts.ts'

export function DashboardLayout() {
  const { status } = useAdmin()
  const { pathname } = useLocation()
  const isStaffPage = Object.values(staffPages).some((path) => matchPath(path, pathname))
  return (
    <div className={isStaffPage ? 'page dashboard-frame staff' : 'page dashboard-frame'}>
      <div className="dashboard">
        <h1>{useTexts(dashboardTexts).welcome}</h1>
        {status === 'unknown' ? (
          <DashboardMenuSkeleton isStaff={isStaffPage} />
        ) : (
          <DashboardMenu isStaff={status === 'yes'} />
        )}
        <section className="dashboard-content">
          <Suspense fallback={<PageSpinner />}>
            <Outlet />
          </Suspense>
        </section>
      </div>
    </div>
  )
}

import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { useTexts } from '../i18n/language.tsx'
import { useStaff } from '../identity/own-role.ts'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import './dashboard-layout.css'
import { DashboardMenu, DashboardMenuSkeleton } from './dashboard-menu.tsx'
import { dashboardTexts } from './texts.ts'
import { useWorkspace } from './use-workspace.ts'

/** A page of the dashboard: a patient's below the menu of theirs, the staff's in their workspace. */
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

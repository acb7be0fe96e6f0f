import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { useTexts } from '../i18n/language.tsx'
import { useAdmin } from '../identity/admin-status.ts'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import './dashboard-layout.css'
import { DashboardMenu } from './dashboard-menu.tsx'
import { dashboardTexts } from './texts.ts'

export function DashboardLayout() {
  const { status } = useAdmin()
  return (
    <div className="page dashboard">
      <h1>{useTexts(dashboardTexts).welcome}</h1>
      <DashboardMenu isStaff={status === 'yes'} />
      <section className="dashboard-content">
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
        </Suspense>
      </section>
    </div>
  )
}

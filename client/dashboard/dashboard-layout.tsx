import { Suspense } from 'react'
import { NavLink, Outlet } from 'react-router'
import { useAdmin } from '../identity/admin-status.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { menu, staffMenu } from './menu.ts'
import './dashboard-layout.css'

export function DashboardLayout() {
  const { status } = useAdmin()
  const entries = status === 'yes' ? [...menu, ...staffMenu] : menu
  return (
    <div className="page dashboard">
      <h1>Welcome to my Dashboard</h1>
      <nav className="dashboard-menu" aria-label="Dashboard">
        <ul className="dashboard-entries">
          {entries.map(({ path, label, icon }) => (
            <li key={path}>
              <NavLink className="dashboard-entry" to={path} end={path === paths.dashboard}>
                <Icon of={icon} />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <section className="dashboard-content">
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
        </Suspense>
      </section>
    </div>
  )
}

import { Suspense } from 'react'
import { NavLink, Outlet } from 'react-router'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { menu } from './menu.ts'
import './dashboard-layout.css'

export function DashboardLayout() {
  return (
    <div className="page dashboard">
      <h1>Welcome to my Dashboard</h1>
      <nav className="dashboard-menu" aria-label="Dashboard">
        <ul className="dashboard-entries">
          {menu.map(({ path, label, icon }) => (
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

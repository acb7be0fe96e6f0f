import { CalendarDays, History, type LucideIcon, MessageSquareHeart } from 'lucide-react'
import type { FeatureRoute } from '../feature-route.ts'
import { paths } from '../paths.ts'

type Entry = {
  path: string
  label: string
  icon: LucideIcon
  access: Exclude<FeatureRoute['access'], 'anyone'>
}

/** The side menu, in its order; an entry is shown to those who may see its page. */
export const menu: readonly Entry[] = [
  { path: paths.dashboard, label: 'My Appointments', icon: CalendarDays, access: 'signedIn' },
  {
    path: paths.dashboardReviews,
    label: 'My Reviews',
    icon: MessageSquareHeart,
    access: 'signedIn',
  },
  { path: paths.dashboardHistory, label: 'My History', icon: History, access: 'signedIn' },
]

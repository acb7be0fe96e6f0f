import { CalendarDays, History, type LucideIcon, MessageSquareHeart } from 'lucide-react'
import { paths } from '../paths.ts'

type Entry = { path: string; label: string; icon: LucideIcon }

/** The side menu, in its order. */
export const menu: readonly Entry[] = [
  { path: paths.dashboard, label: 'My Appointments', icon: CalendarDays },
  {
    path: paths.dashboardReviews,
    label: 'My Reviews',
    icon: MessageSquareHeart,
  },
  { path: paths.dashboardHistory, label: 'My History', icon: History },
]

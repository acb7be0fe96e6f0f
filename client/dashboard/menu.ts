import {
  CalendarClock,
  CalendarDays,
  CalendarOff,
  CalendarSync,
  ChartNoAxesColumn,
  ClipboardList,
  ContactRound,
  History,
  Inbox,
  type LucideIcon,
  MessageSquareHeart,
  ScrollText,
  Star,
  Store,
  UserPlus,
  Users,
} from 'lucide-react'
import { paths } from '../paths.ts'

export type Entry = { path: string; label: string; icon: LucideIcon }

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

/** What admins find below it: the specified three first. */
export const staffMenu: readonly Entry[] = [
  { path: paths.users, label: 'All Users', icon: Users },
  { path: paths.addDoctor, label: 'Add a Doctor', icon: UserPlus },
  { path: paths.manageDoctor, label: 'Manage Doctors', icon: ContactRound },
  { path: paths.day, label: 'The Day', icon: CalendarClock },
  { path: paths.overview, label: 'Overview', icon: ChartNoAxesColumn },
  { path: paths.treatments, label: 'Treatments', icon: ClipboardList },
  { path: paths.opening, label: 'Opening Days', icon: CalendarOff },
  { path: paths.messages, label: 'Messages', icon: Inbox },
  { path: paths.moderateReviews, label: 'Reviews to approve', icon: Star },
  { path: paths.ownCalendar, label: 'Own Calendar', icon: CalendarSync },
  { path: paths.clinicProfile, label: 'Clinic Profile', icon: Store },
  { path: paths.audit, label: 'Audit', icon: ScrollText },
]

import {
  CalendarClock,
  CalendarDays,
  CalendarOff,
  CalendarSync,
  ChartNoAxesColumn,
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
  Users,
  UsersRound,
} from 'lucide-react'
import { defineTexts, type Localized } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'

export type Entry = { path: string; label: Localized<string>; icon: LucideIcon }

/** The side menu, in its order. */
export const menu: readonly Entry[] = [
  {
    path: paths.dashboard,
    label: defineTexts({ en: 'My Appointments', es: 'Mis citas' }),
    icon: CalendarDays,
  },
  {
    path: paths.dashboardReviews,
    label: defineTexts({ en: 'My Reviews', es: 'Mis opiniones' }),
    icon: MessageSquareHeart,
  },
  {
    path: paths.dashboardHistory,
    label: defineTexts({ en: 'My History', es: 'Mi historial' }),
    icon: History,
  },
  {
    path: paths.waiting,
    label: defineTexts({ en: 'Earlier Slots', es: 'Lista de espera' }),
    icon: Hourglass,
  },
  {
    path: paths.family,
    label: defineTexts({ en: 'My Family', es: 'Mi familia' }),
    icon: UsersRound,
  },
  { path: paths.notices, label: defineTexts({ en: 'Notices', es: 'Avisos' }), icon: MailCheck },
]

/** What admins find below it: the specified three first. */
export const staffMenu: readonly Entry[] = [
  {
    path: paths.users,
    label: defineTexts({ en: 'All Users', es: 'Todos los usuarios' }),
    icon: Users,
  },
  {
    path: paths.addDoctor,
    label: defineTexts({ en: 'Add a Doctor', es: 'Añadir un doctor' }),
    icon: UserPlus,
  },
  {
    path: paths.manageDoctor,
    label: defineTexts({ en: 'Manage Doctors', es: 'Gestionar doctores' }),
    icon: ContactRound,
  },
  { path: paths.day, label: defineTexts({ en: 'Schedule', es: 'Agenda' }), icon: CalendarClock },
  {
    path: paths.line,
    label: defineTexts({ en: 'Waitlist', es: 'Pacientes en espera' }),
    icon: ListOrdered,
  },
  {
    path: paths.overview,
    label: defineTexts({ en: 'Overview', es: 'Resumen' }),
    icon: ChartNoAxesColumn,
  },
  {
    path: paths.treatments,
    label: defineTexts({ en: 'Treatments', es: 'Tratamientos' }),
    icon: ClipboardList,
  },
  {
    path: paths.opening,
    label: defineTexts({ en: 'Opening Days', es: 'Días de atención' }),
    icon: CalendarOff,
  },
  {
    path: paths.policy,
    label: defineTexts({ en: 'Policy', es: 'Política de cambios' }),
    icon: Scale,
  },
  { path: paths.messages, label: defineTexts({ en: 'Messages', es: 'Mensajes' }), icon: Inbox },
  {
    path: paths.moderateReviews,
    label: defineTexts({ en: 'Reviews to approve', es: 'Opiniones por aprobar' }),
    icon: Star,
  },
  {
    path: paths.ownCalendar,
    label: defineTexts({ en: 'Own Calendar', es: 'Calendario propio' }),
    icon: CalendarSync,
  },
  {
    path: paths.clinicProfile,
    label: defineTexts({ en: 'Clinic Profile', es: 'Perfil de la clínica' }),
    icon: Store,
  },
  { path: paths.audit, label: defineTexts({ en: 'Audit', es: 'Auditoría' }), icon: ScrollText },
]

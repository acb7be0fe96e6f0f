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
import { type Spoken, texts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'

export type Entry = { path: string; label: Spoken<string>; icon: LucideIcon }

/** The side menu, in its order. */
export const menu: readonly Entry[] = [
  {
    path: paths.dashboard,
    label: texts({ en: 'My Appointments', es: 'Mis citas' }),
    icon: CalendarDays,
  },
  {
    path: paths.dashboardReviews,
    label: texts({ en: 'My Reviews', es: 'Mis opiniones' }),
    icon: MessageSquareHeart,
  },
  {
    path: paths.dashboardHistory,
    label: texts({ en: 'My History', es: 'Mi historial' }),
    icon: History,
  },
  {
    path: paths.waiting,
    label: texts({ en: 'Earlier Slots', es: 'Lista de espera' }),
    icon: Hourglass,
  },
  { path: paths.family, label: texts({ en: 'My Family', es: 'Mi familia' }), icon: UsersRound },
  { path: paths.notices, label: texts({ en: 'Notices', es: 'Avisos' }), icon: MailCheck },
]

/** What admins find below it: the specified three first. */
export const staffMenu: readonly Entry[] = [
  { path: paths.users, label: texts({ en: 'All Users', es: 'Todos los usuarios' }), icon: Users },
  {
    path: paths.addDoctor,
    label: texts({ en: 'Add a Doctor', es: 'Añadir un doctor' }),
    icon: UserPlus,
  },
  {
    path: paths.manageDoctor,
    label: texts({ en: 'Manage Doctors', es: 'Gestionar doctores' }),
    icon: ContactRound,
  },
  { path: paths.day, label: texts({ en: 'The Day', es: 'El día' }), icon: CalendarClock },
  {
    path: paths.line,
    label: texts({ en: 'Waiting Line', es: 'Pacientes en espera' }),
    icon: ListOrdered,
  },
  {
    path: paths.overview,
    label: texts({ en: 'Overview', es: 'Resumen' }),
    icon: ChartNoAxesColumn,
  },
  {
    path: paths.treatments,
    label: texts({ en: 'Treatments', es: 'Tratamientos' }),
    icon: ClipboardList,
  },
  {
    path: paths.opening,
    label: texts({ en: 'Opening Days', es: 'Días de atención' }),
    icon: CalendarOff,
  },
  {
    path: paths.policy,
    label: texts({ en: 'Policy', es: 'Política de cambios' }),
    icon: Scale,
  },
  { path: paths.messages, label: texts({ en: 'Messages', es: 'Mensajes' }), icon: Inbox },
  {
    path: paths.moderateReviews,
    label: texts({ en: 'Reviews to approve', es: 'Opiniones por aprobar' }),
    icon: Star,
  },
  {
    path: paths.ownCalendar,
    label: texts({ en: 'Own Calendar', es: 'Calendario propio' }),
    icon: CalendarSync,
  },
  {
    path: paths.clinicProfile,
    label: texts({ en: 'Clinic Profile', es: 'Perfil de la clínica' }),
    icon: Store,
  },
  { path: paths.audit, label: texts({ en: 'Audit', es: 'Auditoría' }), icon: ScrollText },
]

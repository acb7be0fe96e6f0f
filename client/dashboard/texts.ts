import { defineTexts } from '../../contract/language.ts'

export const dashboardTexts = defineTexts({
  en: {
    welcome: 'Welcome to my Dashboard',
    dashboard: 'Dashboard',
    menu: 'Dashboard menu:',
    allPages: 'All pages',
    closeMenu: 'Close the menu',
    groups: {
      today: 'Today',
      schedule: 'Schedule',
      patients: 'Patients',
      money: 'Money',
      clinic: 'Clinic',
      own: 'My own pages',
    },
    signOut: 'Sign Out',
    shortcuts: 'Keyboard shortcuts',
  },
  es: {
    welcome: 'Le damos la bienvenida a su panel',
    dashboard: 'Panel',
    menu: 'Menú del panel:',
    allPages: 'Todas las páginas',
    closeMenu: 'Cerrar el menú',
    groups: {
      today: 'Hoy',
      schedule: 'Agenda',
      patients: 'Pacientes',
      money: 'Dinero',
      clinic: 'Clínica',
      own: 'Mis páginas',
    },
    signOut: 'Cerrar sesión',
    shortcuts: 'Atajos de teclado',
  },
})

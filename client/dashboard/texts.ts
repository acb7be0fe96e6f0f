import { defineTexts } from '../../contract/language.ts'

export const dashboardTexts = defineTexts({
  en: {
    welcome: 'Welcome to my Dashboard',
    dashboard: 'Dashboard',
    clinic: 'Clinic',
    menu: 'Dashboard menu:',
    allPages: 'All pages',
  },
  es: {
    welcome: 'Le damos la bienvenida a su panel',
    dashboard: 'Panel',
    clinic: 'Clínica',
    menu: 'Menú del panel:',
    allPages: 'Todas las páginas',
  },
})

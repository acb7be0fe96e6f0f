import { defineTexts } from '../../contract/language.ts'

/** What stands around every page. */
export const frameTexts = defineTexts({
  en: {
    home: 'Home',
    about: 'About',
    appointment: 'Appointment',
    reviews: 'Reviews',
    contact: 'Contact',
    dashboard: 'DashBoard',
    menu: 'Menu',
    main: 'Main',
    login: 'Login',
    signOut: 'Sign Out',
    copyright: (year: number, clinic: string) => `Copyright ${year} ${clinic}, all rights reserved`,
    services: 'Services',
    emergency: 'Emergency',
    checkups: ['Monthly', 'Weekly', 'Deep Checkup'],
    oralHealth: 'Oral Health',
    oralHealthList: ['Fluoride Treatment', 'Cavity Filling', 'Teeth Whitening'],
    ourAddress: 'Our Address',
  },
  es: {
    home: 'Inicio',
    about: 'Nosotros',
    appointment: 'Cita',
    reviews: 'Opiniones',
    contact: 'Contacto',
    dashboard: 'Panel',
    menu: 'Menú',
    main: 'Principal',
    login: 'Iniciar sesión',
    signOut: 'Cerrar sesión',
    copyright: (year: number, clinic: string) =>
      `Copyright ${year} ${clinic}, todos los derechos reservados`,
    services: 'Servicios',
    emergency: 'Urgencias',
    checkups: ['Mensual', 'Semanal', 'Revisión a fondo'],
    oralHealth: 'Salud bucal',
    oralHealthList: ['Tratamiento con flúor', 'Empaste de caries', 'Blanqueamiento dental'],
    ourAddress: 'Nuestra dirección',
  },
})

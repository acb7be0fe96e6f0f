import { defineTexts } from '../../contract/language.ts'

export const uiTexts = defineTexts({
  en: {
    news: 'Notifications Alt+T',
    showPassword: 'Show password',
    previous: 'Previous',
    next: 'Next',
    actions: 'Actions',
    page: (page: number) => `Page ${page}`,
    stars: (count: number) => `${count} of 5 stars`,
    today: (date: string) => `Today, ${date}`,
    chosenDay: (date: string) => `${date} selected`,
  },
  es: {
    news: 'Avisos Alt+T',
    showPassword: 'Mostrar la contraseña',
    previous: 'Anterior',
    next: 'Siguiente',
    actions: 'Acciones',
    page: (page) => `Página ${page}`,
    stars: (count) => `${count} de 5 estrellas`,
    today: (date) => `Hoy, ${date}`,
    chosenDay: (date) => `${date}, día elegido`,
  },
})

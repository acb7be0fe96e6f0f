import { defineTexts } from '../../contract/language.ts'

export const calendarTexts = defineTexts({
  en: {
    add: 'Add to calendar',
    addThis: (treatment: string, date: string) => `Add to calendar: ${treatment}, ${date}`,
    file: 'Apple, or any other',
    fileHint: 'Downloads a calendar file',
    google: 'Google Calendar',
    outlook: 'Outlook.com',
    linkHint: 'Opens in a new tab',
    failed: 'The links to Google and Outlook did not load. The file works all the same.',
  },
  es: {
    add: 'Añadir al calendario',
    addThis: (treatment, date) => `Añadir al calendario: ${treatment}, ${date}`,
    file: 'Apple u otro calendario',
    fileHint: 'Descarga un archivo de calendario',
    google: 'Google Calendar',
    outlook: 'Outlook.com',
    linkHint: 'Se abre en otra pestaña',
    failed: 'No pudimos cargar los enlaces a Google y Outlook. El archivo funciona igualmente.',
  },
})

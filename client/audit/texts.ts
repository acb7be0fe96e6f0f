import { defineTexts } from '../../contract/language.ts'

export const auditTexts = defineTexts({
  en: {
    title: 'Audit',
    search: 'Search the audit',
    searchHint: 'By the beginning of who it was, or of what it was about',
    what: 'The audit',
    pages: 'Pages of the audit',
    loading: 'Loading the audit…',
    headings: {
      when: 'When',
      who: 'Who',
      what: 'What',
      about: 'About',
      detail: 'Detail',
      from: 'From',
      outcome: 'Outcome',
    },
    outcomes: {
      done: 'Done',
      refused: 'Refused',
      failed: 'Failed',
      unfinished: 'Not finished',
    },
    appointment: 'Appointment',
    none: 'None',
    nothing: 'Nothing found',
    nothingBegins: (search: string) =>
      `No entry is by or about somebody or something that begins with “${search}”.`,
  },
  es: {
    title: 'Auditoría',
    search: 'Buscar en la auditoría',
    searchHint: 'Por el comienzo de quién lo hizo o del asunto',
    what: 'la auditoría',
    pages: 'Páginas de la auditoría',
    loading: 'Cargando la auditoría…',
    headings: {
      when: 'Cuándo',
      who: 'Quién',
      what: 'Qué',
      about: 'Sobre',
      detail: 'Detalle',
      from: 'Desde',
      outcome: 'Resultado',
    },
    outcomes: {
      done: 'Hecho',
      refused: 'Rechazado',
      failed: 'Falló',
      unfinished: 'Sin terminar',
    },
    appointment: 'Cita',
    none: 'Ninguno',
    nothing: 'No se encontró nada',
    nothingBegins: (search) =>
      `Ninguna entrada es de alguien, ni sobre alguien o algo, que empiece por “${search}”.`,
  },
})

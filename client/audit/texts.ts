import { defineTexts } from '../../contract/language.ts'

export const auditTexts = defineTexts({
  en: {
    title: 'Audit',
    search: 'Search the audit',
    searchHint:
      'By who it was, what it was about, or any part of a patient’s name, e-mail or phone. A look at a whole day names the day, not its patients.',
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
      now: 'Just now',
      done: 'Done',
      refused: 'Refused',
      failed: 'Failed',
      unfinished: 'Not finished',
    },
    operator: 'Operator, on the server',
    appointment: 'Appointment',
    none: 'None',
    nothing: 'Nothing found',
    nothingBegins: (search: string) => `No entry is by or about “${search}”.`,
  },
  es: {
    title: 'Auditoría',
    search: 'Buscar en la auditoría',
    searchHint:
      'Por quién lo hizo, por el asunto, o por cualquier parte del nombre, correo o teléfono de un paciente. Una consulta de un día entero nombra el día, no a sus pacientes.',
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
      now: 'Ahora mismo',
      done: 'Hecho',
      refused: 'Rechazado',
      failed: 'Falló',
      unfinished: 'Sin terminar',
    },
    operator: 'Operador, en el servidor',
    appointment: 'Cita',
    none: 'Ninguno',
    nothing: 'No se encontró nada',
    nothingBegins: (search) => `Ninguna entrada es de “${search}” ni sobre “${search}”.`,
  },
})

import { defineTexts } from '../../contract/language.ts'

/** The page on which staff see who waits. */
export const lineTexts = defineTexts({
  en: {
    title: 'Waiting Line',
    intro:
      'Who would like an earlier slot, the longest waiting first. What becomes free is offered by itself to the first whom it suits.',
    what: 'The waiting line',
    loading: 'Loading the waiting line…',
    pages: 'Pages of the waiting line',
    headings: {
      patient: 'Patient',
      treatment: 'Treatment',
      suits: 'What suits',
      now: 'Has now',
      held: 'Held for them',
      since: 'Waiting since',
    },
    nothingYet: 'No appointment',
    notHeld: 'Nothing',
    paused: { unconfirmed: 'E-mail not confirmed', unanswered: 'Rests: two offers unanswered' },
    until: (instant: string) => `until ${instant}`,
    emptyTitle: 'Nobody is waiting',
    emptyText: 'Patients ask for an earlier slot on a full day, or for an appointment they have.',
  },
  es: {
    title: 'Pacientes en espera',
    intro:
      'Quién querría un horario más temprano; primero, quien más lleva esperando. Lo que se libera se ofrece solo a la primera persona a la que le conviene.',
    what: 'la lista de espera',
    loading: 'Cargando la lista de espera…',
    pages: 'Páginas de la lista de espera',
    headings: {
      patient: 'Paciente',
      treatment: 'Tratamiento',
      suits: 'Qué le conviene',
      now: 'Tiene ahora',
      held: 'Guardado',
      since: 'Espera desde',
    },
    nothingYet: 'Ninguna cita',
    notHeld: 'Nada',
    paused: {
      unconfirmed: 'Correo sin confirmar',
      unanswered: 'En pausa: dos ofertas sin respuesta',
    },
    until: (instant) => `hasta ${instant}`,
    emptyTitle: 'Nadie está esperando',
    emptyText:
      'Los pacientes piden un horario más temprano en un día completo o para una cita que ya tienen.',
  },
})

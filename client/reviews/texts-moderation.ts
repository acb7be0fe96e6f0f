import { defineTexts } from '../../contract/language.ts'

export const moderationTexts = defineTexts({
  en: {
    heading: 'Reviews to approve',
    waiting: (count: number) => `${count} waiting`,
    show: 'Show',
    all: 'All, what waits first',
    what: 'The reviews',
    pages: 'Pages of reviews',
    loading: 'Loading the reviews…',
    none: 'No reviews yet',
    noneHint: 'What patients write about their visits arrives here before anybody else reads it.',
    nothingWaits: 'Nothing waits for approval',
    noneSuch: 'No such reviews',
    showAll: 'Show all reviews',
    /** Before the first name, as readers see it. */
    shownAs: (patientName: string) => `${patientName}, shown as`,
    approve: 'Approve',
    reject: 'Reject',
    undoApproval: 'Undo approval',
    undoRejection: 'Undo rejection',
    about: (step: string, patientName: string, treatment: string, date: string) =>
      `${step}: the review by ${patientName}, ${treatment}, ${date}`,
    done: {
      published: 'The review is published',
      rejected: 'The review is not published',
      waiting: 'The review waits again',
    },
  },
  es: {
    heading: 'Opiniones por aprobar',
    waiting: (count) => `${count} en espera`,
    show: 'Mostrar',
    all: 'Primero las que esperan',
    what: 'las opiniones',
    pages: 'Páginas de opiniones',
    loading: 'Cargando las opiniones…',
    none: 'Todavía no hay opiniones',
    noneHint:
      'Lo que los pacientes escriben sobre sus visitas llega aquí antes de que nadie lo lea.',
    nothingWaits: 'Ninguna opinión espera aprobación',
    noneSuch: 'No hay opiniones así',
    showAll: 'Mostrar todas las opiniones',
    shownAs: (patientName) => `${patientName}, se muestra como`,
    approve: 'Aprobar',
    reject: 'Rechazar',
    undoApproval: 'Deshacer la aprobación',
    undoRejection: 'Deshacer el rechazo',
    about: (step, patientName, treatment, date) =>
      `${step}: la opinión de ${patientName}, ${treatment}, ${date}`,
    done: {
      published: 'La opinión está publicada',
      rejected: 'La opinión no se publica',
      waiting: 'La opinión vuelve a esperar',
    },
  },
})

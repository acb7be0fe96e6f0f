import { defineTexts, plural } from '../../contract/language.ts'

export const treatmentsTexts = defineTexts({
  en: {
    title: 'Treatments',
    what: 'The treatments',
    loading: 'Loading the treatments…',
    headings: {
      name: 'Name',
      price: 'Price',
      times: 'Times a day',
      upcoming: 'Upcoming',
      action: 'Action',
    },
    noTimes: 'None yet',
    archived: 'Archived',
    none: 'No treatments yet',
    addTheFirst: 'Add the first one, with its price and times, and patients can book it.',
    unknown: 'We do not know this treatment',
    oldLink: 'The link may be old. Treatments are never deleted, only archived.',
    seeAll: 'See all treatments',
    edit: 'Edit',
    editOf: (name: string) => `Edit ${name}`,
    restore: 'Restore',
    restoreOf: (name: string) => `Restore ${name}`,
    restored: (name: string) => `${name} is on offer again`,
    archive: 'Archive',
    archiveOf: (name: string) => `Archive ${name}`,
    archiveQuestion: (name: string) => `Archive ${name}?`,
    noLongerBooked: 'Patients can no longer book it. You can restore it at any time.',
    upcomingStay: (count: number) =>
      plural('en', count, {
        one: 'Its upcoming appointment stays as it is.',
        other: `Its ${count} upcoming appointments stay as they are.`,
      }),
    wasArchived: (name: string) => `${name} was archived`,
  },
  es: {
    title: 'Tratamientos',
    what: 'los tratamientos',
    loading: 'Cargando los tratamientos…',
    headings: {
      name: 'Nombre',
      price: 'Precio',
      times: 'Horarios por día',
      upcoming: 'Próximas citas',
      action: 'Acción',
    },
    noTimes: 'Ninguno todavía',
    archived: 'Archivado',
    none: 'Todavía no hay tratamientos',
    addTheFirst:
      'Añada el primero, con su precio y sus horarios, y los pacientes podrán reservarlo.',
    unknown: 'No conocemos este tratamiento',
    oldLink:
      'Es posible que el enlace sea antiguo. Los tratamientos nunca se eliminan, solo se archivan.',
    seeAll: 'Ver todos los tratamientos',
    edit: 'Editar',
    editOf: (name) => `Editar ${name}`,
    restore: 'Restaurar',
    restoreOf: (name) => `Restaurar ${name}`,
    restored: (name) => `${name} se ofrece de nuevo`,
    archive: 'Archivar',
    archiveOf: (name) => `Archivar ${name}`,
    archiveQuestion: (name) => `¿Archivar ${name}?`,
    noLongerBooked: 'Los pacientes ya no podrán reservarlo. Puede restaurarlo cuando quiera.',
    upcomingStay: (count) =>
      plural('es', count, {
        one: 'Su próxima cita queda como está.',
        other: `Sus ${count} próximas citas quedan como están.`,
      }),
    wasArchived: (name) => `${name} se archivó`,
  },
})

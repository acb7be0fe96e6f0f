import { defineTexts } from '../../contract/language.ts'

export const feedTexts = defineTexts({
  en: {
    heading: 'In your own calendar',
    intro:
      'Add one appointment, or subscribe once: then your calendar on the phone or the computer follows by itself, with everything that is new, rescheduled or cancelled. Most calendars look about once an hour.',
    own: 'Subscribe to your appointments',
    ownShows: 'all your appointments',
    clinic: 'Subscribe to the clinic’s appointments',
    clinicShows: 'every appointment of the clinic, with names and phone numbers',
    anyoneSees: (what: string) =>
      `Anyone who has the link sees ${what}, without signing in. Do not share it; you can delete it here at any time.`,
    what: 'Your calendar link',
    make: 'Create a link',
    /** Before the instant. */
    madeOn: 'You created a link on',
    noCopy: 'We keep no copy of it: if you have lost it, create a new one.',
    makeNew: 'Create a new link',
    makeNewQuestion: 'Create a new link?',
    makeNewHint: 'The link you have now stops working. Calendars that use it need the new one.',
    end: 'Delete the link',
    endQuestion: 'Delete this link?',
    endHint:
      'Calendars that use it lose these appointments. The appointments themselves stay as they are.',
    ended: 'The link no longer works',
    yourAddress: 'Your private link',
    shownOnce: 'We show it only now. In Google Calendar: Other calendars, then From URL.',
    subscribe: 'Subscribe',
    copy: 'Copy',
    copied: 'Link copied',
    copyYourself: 'Please copy the selected link yourself',
    oneAtATime: 'Add one appointment',
    listWhat: 'Your list',
    nothingToAdd: 'You have no appointments to add.',
  },
  es: {
    heading: 'En su propio calendario',
    intro:
      'Añada una cita o suscríbase una sola vez: el calendario de su teléfono o computadora sigue por sí solo lo que se reserva, se reprograma o se cancela. La mayoría de los calendarios se actualizan más o menos cada hora.',
    own: 'Suscribirse a sus citas',
    ownShows: 'todas sus citas',
    clinic: 'Suscribirse a las citas de la clínica',
    clinicShows: 'todas las citas de la clínica, con nombres y teléfonos',
    anyoneSees: (what) =>
      `Quien tenga el enlace ve ${what} sin iniciar sesión. No lo comparta; puede eliminarlo aquí cuando quiera.`,
    what: 'el enlace de su calendario',
    make: 'Crear un enlace',
    madeOn: 'Creó un enlace el',
    noCopy: 'No guardamos copia: si lo perdió, cree otro.',
    makeNew: 'Crear otro enlace',
    makeNewQuestion: '¿Crear otro enlace?',
    makeNewHint:
      'El enlace que tiene ahora deja de funcionar. Los calendarios que lo usan necesitan el nuevo.',
    end: 'Eliminar el enlace',
    endQuestion: '¿Eliminar este enlace?',
    endHint: 'Los calendarios que lo usan pierden estas citas. Las citas mismas no cambian.',
    ended: 'El enlace ya no funciona',
    yourAddress: 'Su enlace privado',
    shownOnce: 'Solo lo mostramos ahora. En Google Calendar: Otros calendarios y luego Desde URL.',
    subscribe: 'Suscribirse',
    copy: 'Copiar',
    copied: 'Enlace copiado',
    copyYourself: 'Copie usted el enlace seleccionado, por favor',
    oneAtATime: 'Añadir una cita',
    listWhat: 'su lista',
    nothingToAdd: 'No tiene citas que añadir.',
  },
})

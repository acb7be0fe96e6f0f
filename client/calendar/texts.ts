import { defineTexts } from '../../contract/language.ts'

export const feedTexts = defineTexts({
  en: {
    heading: 'In your own calendar',
    intro:
      'Add one appointment, or subscribe once: then your calendar on the phone or the computer follows by itself, with everything that is new, rescheduled or cancelled. Most calendars look about once an hour.',
    own: 'Your appointments',
    ownShows: 'all your appointments',
    clinic: 'The clinic’s appointments',
    clinicShows: 'every appointment of the clinic, with names and phone numbers',
    anyoneSees: (what: string) =>
      `Anyone with the address sees ${what}, without signing in. Keep it to yourself, and end it here whenever you like.`,
    what: 'Your calendar address',
    make: 'Make an address',
    /** Before the instant. */
    madeOn: 'You made an address on',
    noCopy: 'We keep no copy of it: if you have lost it, make a new one.',
    makeNew: 'Make a new address',
    makeNewQuestion: 'Make a new address?',
    makeNewHint:
      'The address you have now stops working. Calendars that follow it have to be given the new one.',
    end: 'End the address',
    endQuestion: 'End this address?',
    endHint:
      'Calendars that follow it lose these appointments. The appointments themselves stay as they are.',
    ended: 'The address no longer works',
    yourAddress: 'Your private address',
    shownOnce: 'We show it only now. In Google Calendar: Other calendars, then From URL.',
    subscribe: 'Subscribe',
    copy: 'Copy',
    copied: 'Address copied',
    copyYourself: 'Please copy the selected address yourself',
    oneAtATime: 'One at a time',
    listWhat: 'Your list',
    nothingToAdd: 'You have no appointments to add.',
  },
  es: {
    heading: 'En su propio calendario',
    intro:
      'Añada una cita o suscríbase una sola vez: el calendario de su teléfono o computadora sigue por sí solo lo que se reserva, se reprograma o se cancela. La mayoría de los calendarios se actualizan más o menos cada hora.',
    own: 'Sus citas',
    ownShows: 'todas sus citas',
    clinic: 'Las citas de la clínica',
    clinicShows: 'todas las citas de la clínica, con nombres y teléfonos',
    anyoneSees: (what) =>
      `Quien tenga la dirección ve ${what} sin iniciar sesión. No la comparta; puede anularla aquí cuando quiera.`,
    what: 'la dirección de su calendario',
    make: 'Crear una dirección',
    madeOn: 'Creó una dirección el',
    noCopy: 'No guardamos copia: si la perdió, cree otra.',
    makeNew: 'Crear otra dirección',
    makeNewQuestion: '¿Crear otra dirección?',
    makeNewHint:
      'La dirección que tiene ahora deja de funcionar. Tendrá que dar la nueva a los calendarios que la siguen.',
    end: 'Anular la dirección',
    endQuestion: '¿Anular esta dirección?',
    endHint: 'Los calendarios que la siguen pierden estas citas. Las citas mismas no cambian.',
    ended: 'La dirección ya no funciona',
    yourAddress: 'Su dirección privada',
    shownOnce: 'Solo la mostramos ahora. En Google Calendar: Otros calendarios y luego Desde URL.',
    subscribe: 'Suscribirse',
    copy: 'Copiar',
    copied: 'Dirección copiada',
    copyYourself: 'Copie usted la dirección seleccionada, por favor',
    oneAtATime: 'Una por una',
    listWhat: 'su lista',
    nothingToAdd: 'No tiene citas que añadir.',
  },
})

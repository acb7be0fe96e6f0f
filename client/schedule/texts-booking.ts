import { messages } from '../../contract/fixed-texts.ts'
import { defineTexts } from '../../contract/language.ts'

/** Booking on a patient's behalf, and finding one. */
export const bookingTexts = defineTexts({
  en: {
    booked: (patientName: string, date: string, slot: string) =>
      `${patientName} is booked on ${date} at ${slot}`,
    noEmailHint: 'Leave empty for somebody who called and has none.',
    treated: 'Who is treated',
    holder: 'The holder of this account',
    theirs: {
      child: 'Their child',
      partner: 'Their partner',
      parent: 'Their parent',
      other: 'Somebody else they book for',
    },
    joinsFamily: 'By the name above. They join the family list of this account.',
    chooseTime: 'Please choose a time',
    nameMissing: messages.nameRequired,
    noTimeLeft: 'No time left',
    withoutTime: (treatment: string) => `${treatment} (no time left)`,
    goneTime: (slot: string) => `${slot} (no longer free)`,
    find: 'Find a patient',
    findBy: 'Name, e-mail or phone',
    appointmentsOf: (search: string) => `Appointments of “${search}”`,
    foundOf: (search: string) => `Appointments of ${search}`,
    backToDay: 'Back to the day',
    searchWhat: 'The search',
    pages: 'Pages of appointments',
    nobody: 'Nobody of that name has an appointment',
    nobodyHint:
      'The search looks at how a first or family name, an e-mail or a phone number begins. Try fewer letters.',
    unexpected: 'Something went wrong on our side.',
    unsure: 'It may or may not have been done: please look before trying again.',
    /** What a patient reads in the second person, said to staff. */
    refusals: {
      already_booked: 'This patient already has this treatment on that day.',
      patient_busy: 'This patient has another appointment at that time.',
      day_too_far: 'That day is beyond the booking horizon.',
    },
  },
  es: {
    booked: (patientName, date, slot) => `${patientName} tiene cita el ${date}, ${slot}`,
    noEmailHint: 'Déjelo vacío si quien llamó no tiene.',
    treated: 'Quién recibe el tratamiento',
    holder: 'El titular de la cuenta',
    theirs: {
      child: 'Su hijo o hija',
      partner: 'Su pareja',
      parent: 'Su padre o madre',
      other: 'Otra persona para quien reserva',
    },
    joinsFamily: 'Con el nombre de arriba. Pasa a la lista familiar de esta cuenta.',
    chooseTime: 'Elija una hora, por favor',
    nameMissing: 'Escriba el nombre',
    noTimeLeft: 'No queda ningún horario',
    withoutTime: (treatment) => `${treatment} (sin horarios)`,
    goneTime: (slot) => `${slot} (ya no está libre)`,
    find: 'Buscar un paciente',
    findBy: 'Nombre, correo o teléfono',
    appointmentsOf: (search) => `Citas de «${search}»`,
    foundOf: (search) => `Citas de ${search}`,
    backToDay: 'Volver al día',
    searchWhat: 'la búsqueda',
    pages: 'Páginas de citas',
    nobody: 'Nadie con ese nombre tiene cita',
    nobodyHint:
      'Se busca por el comienzo de un nombre, un apellido, un correo o un teléfono. Pruebe con menos letras.',
    unexpected: 'Algo falló de nuestro lado.',
    unsure: 'Puede que se haya hecho o no: compruébelo antes de intentarlo de nuevo, por favor.',
    refusals: {
      already_booked: 'Este paciente ya tiene este tratamiento ese día.',
      patient_busy: 'Este paciente tiene otra cita a esa hora.',
      day_too_far: 'Ese día está más allá del plazo de reserva.',
    },
  },
})

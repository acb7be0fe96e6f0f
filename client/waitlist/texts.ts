import { defineTexts, plural } from '../../contract/language.ts'

/** The patient's own waitlist. */
export const waitlistTexts = defineTexts({
  en: {
    title: 'My Waitlist',
    intro:
      'Tell us which days and times suit you. When such a time becomes free, we hold it for the first on the waitlist, and write to you.',
    what: 'Your waitlist',
    loading: 'Loading your waitlist…',
    emptyTitle: 'You are not waiting for anything',
    emptyText:
      'On a full day, or for an appointment that you would like sooner, ask here and we tell you when a time is free.',
    ask: 'Ask for a time',
    waiting: 'Waiting',
    past: 'Earlier requests',
    forWhom: (name: string) => `For ${name}`,
    instead: (when: string) => `Instead of ${when}`,
    nowOn: (when: string) => `It is now on ${when}`,
    newOne: 'A new appointment',
    days: (from: string, until: string) => (from === until ? from : `${from} to ${until}`),
    anyWeekday: 'any weekday',
    times: (from: string, until: string) => `Between ${from} and ${until}`,
    first: 'You are first on the waitlist.',
    ahead: (count: number) =>
      plural('en', count, {
        one: '1 person who may want the same asked before you.',
        other: `${count} people who may want the same asked before you.`,
      }),
    offered: 'A time is held for you: please answer above.',
    paused: {
      unconfirmed: 'We offer you times once you have confirmed your e-mail.',
      unanswered:
        'This request is paused: we had no answer to two offers in a row. You keep your place on the waitlist.',
    },
    doctorAway: {
      left: (doctor: string) =>
        `${doctor} no longer works at the clinic, so we have no time to offer you. You keep your place on the waitlist: choose another dentist, or anyone who is free.`,
      treatment: (doctor: string) =>
        `${doctor} no longer does this treatment, so we have no time to offer you. You keep your place on the waitlist: choose another dentist, or anyone who is free.`,
      hours: (doctor: string) =>
        `${doctor} does not work on the days and times you chose, so we have no time to offer you. You keep your place on the waitlist: choose other days, another dentist, or anyone who is free.`,
    },
    anyone: 'Any dentist suits me',
    anyoneOf: (treatment: string) => `Any dentist suits me for ${treatment}`,
    opened: 'We offer you times with any dentist now',
    resume: 'Offer me times again',
    resumeOf: (treatment: string) => `Offer me times for ${treatment} again`,
    resumed: 'We offer you times again',
    change: 'Change',
    changeOf: (treatment: string) => `Change your request for ${treatment}`,
    leave: 'Leave the waitlist',
    leaveOf: (treatment: string) => `Leave the waitlist for ${treatment}`,
    leaveQuestion: 'Leave the waitlist?',
    leaveText: (treatment: string) =>
      `You are no longer notified of free times for ${treatment}. Your appointments stay as they are.`,
    leaveHeld: 'What is held for you now goes to the next on the waitlist.',
    stay: 'Stay on the waitlist',
    left: 'You have left the waitlist',
    ended: {
      done: 'You took an earlier time.',
      booked: 'You took a time, and it is booked.',
      left: 'You left the waitlist.',
      over: 'Its days have passed, or its appointment was cancelled or is over.',
    },
    weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  },
  es: {
    title: 'Lista de espera',
    intro:
      'Díganos qué días y horas le convienen. Cuando se libere un horario así, se lo guardamos a la primera persona de la lista y le escribimos.',
    what: 'su lista de espera',
    loading: 'Cargando su lista de espera…',
    emptyTitle: 'Usted no está esperando ningún horario',
    emptyText:
      'Si un día está completo o quiere adelantar una cita, pídalo aquí y le avisaremos cuando haya un horario libre.',
    ask: 'Pedir un horario',
    waiting: 'En la lista de espera',
    past: 'Solicitudes anteriores',
    forWhom: (name) => `Para ${name}`,
    instead: (when) => `En lugar del ${when}`,
    nowOn: (when) => `Ahora es el ${when}`,
    newOne: 'Una cita nueva',
    days: (from, until) => (from === until ? from : `Del ${from} al ${until}`),
    anyWeekday: 'cualquier día de la semana',
    times: (from, until) => `De ${from} a ${until}`,
    first: 'Usted es la primera persona de la lista.',
    ahead: (count) =>
      plural('es', count, {
        one: '1 persona que quizá quiera lo mismo lo pidió antes.',
        other: `${count} personas que quizá quieran lo mismo lo pidieron antes.`,
      }),
    offered: 'Le guardamos un horario: responda arriba, por favor.',
    paused: {
      unconfirmed: 'Le ofreceremos horarios cuando haya confirmado su correo electrónico.',
      unanswered:
        'Esta solicitud está en pausa: no tuvimos respuesta a dos ofertas seguidas. Conserva su lugar en la lista.',
    },
    doctorAway: {
      left: (doctor) =>
        `${doctor} ya no trabaja en la clínica y no podemos ofrecerle ningún horario. Conserva su lugar en la lista: elija otro dentista o a quien esté libre.`,
      treatment: (doctor) =>
        `${doctor} ya no hace este tratamiento y no podemos ofrecerle ningún horario. Conserva su lugar en la lista: elija otro dentista o a quien esté libre.`,
      hours: (doctor) =>
        `${doctor} no trabaja en los días y horas que usted eligió y no podemos ofrecerle ningún horario. Conserva su lugar en la lista: elija otros días, otro dentista o a quien esté libre.`,
    },
    anyone: 'Me conviene cualquier dentista',
    anyoneOf: (treatment) => `Me conviene cualquier dentista para ${treatment}`,
    opened: 'Ahora le ofrecemos horarios con cualquier dentista',
    resume: 'Volver a ofrecerme horarios',
    resumeOf: (treatment) => `Volver a ofrecerme horarios para ${treatment}`,
    resumed: 'Volvemos a ofrecerle horarios',
    change: 'Cambiar',
    changeOf: (treatment) => `Cambiar lo que pidió para ${treatment}`,
    leave: 'Salir de la lista',
    leaveOf: (treatment) => `Salir de la lista de espera de ${treatment}`,
    leaveQuestion: '¿Salir de la lista de espera?',
    leaveText: (treatment) =>
      `Ya no le avisaremos de horarios libres para ${treatment}. Sus citas quedan como están.`,
    leaveHeld: 'El horario que le guardamos ahora pasa a la siguiente persona.',
    stay: 'Seguir en la lista',
    left: 'Usted salió de la lista de espera',
    ended: {
      done: 'Usted aceptó un horario más temprano.',
      booked: 'Usted aceptó un horario y quedó reservado.',
      left: 'Usted salió de la lista.',
      over: 'Sus días ya pasaron, o su cita se canceló o ya terminó.',
    },
    weekdays: ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'],
  },
})

/** An offer, and its outcome. */
export const offerTexts = defineTexts({
  en: {
    pageTitle: 'A time for you',
    what: 'The offer',
    loading: 'Loading the offer…',
    earlier: 'An earlier time is free',
    free: 'A time is free',
    forWhom: (name: string) => `For ${name}`,
    instead: (when: string) => `Instead of ${when}`,
    priceStays: 'Price and payment stay as they are.',
    price: (money: string) => `Price: ${money}`,
    heldUntil: 'Held for you until',
    accept: 'Take this time',
    decline: 'Not this time',
    declineHint:
      'If it does not suit you, we offer it to another patient. Your appointments do not change, and you stay on the waitlist for other times.',
    unclear:
      'The answer of the clinic did not reach us. You can safely press again: it is done only once.',
    acceptedTitle: 'This time is yours',
    moved:
      'Your appointment is rescheduled to it. A mail with the new calendar entry is on its way.',
    booked: 'Your appointment is booked. A mail with the calendar entry is on its way.',
    declinedTitle: 'Thank you for telling us',
    declined:
      'We offer this time to the next on the waitlist. Your appointments stay as they are, and you stay on the waitlist for other times.',
    expiredTitle: 'This offer has expired',
    expired:
      'Its time has run out, or the slot is no longer offered. Your appointments stay as they are, and you stay on the waitlist for other times.',
    withdrawn:
      'The clinic has had to give this time to another patient, and is sorry. Your appointments stay as they are, and you stay on the waitlist for other times.',
    unknownTitle: 'This link no longer works',
    unknown:
      'Your e-mail address may have been changed since our mail, or part of the link is missing. Please open My Appointments: an offer that is still open is shown there.',
    toAppointments: 'My Appointments',
    toLine: 'My Waitlist',
    noticeLabel: 'Held for you',
  },
  es: {
    pageTitle: 'Un horario para usted',
    what: 'la oferta',
    loading: 'Cargando la oferta…',
    earlier: 'Quedó libre un horario más temprano',
    free: 'Quedó libre un horario',
    forWhom: (name) => `Para ${name}`,
    instead: (when) => `En lugar del ${when}`,
    priceStays: 'El precio y el pago no cambian.',
    price: (money) => `Precio: ${money}`,
    heldUntil: 'Guardado para usted hasta el',
    accept: 'Aceptar este horario',
    decline: 'Esta vez no',
    declineHint:
      'Si no le conviene, otra persona podrá aprovecharlo. Todo queda como está y usted sigue en la lista para otros horarios.',
    unclear:
      'No nos llegó la respuesta de la clínica. Puede pulsar otra vez con tranquilidad: se hará una sola vez.',
    acceptedTitle: 'Este horario es suyo',
    moved:
      'Su cita pasó a ese horario. Le enviamos un correo con la nueva entrada para su calendario.',
    booked: 'Su cita está reservada. Le enviamos un correo con la entrada para su calendario.',
    declinedTitle: 'Gracias por avisarnos',
    declined:
      'Ofrecemos este horario a la siguiente persona. Sus citas quedan como están y usted sigue en la lista para otros horarios.',
    expiredTitle: 'Esta oferta terminó',
    expired:
      'Se acabó el tiempo para responder o el horario ya no se ofrece. Sus citas quedan como están y usted sigue en la lista para otros horarios.',
    withdrawn:
      'La clínica tuvo que dar este horario a otro paciente y lo siente. Sus citas quedan como están y usted sigue en la lista para otros horarios.',
    unknownTitle: 'Este enlace ya no sirve',
    unknown:
      'Es posible que su correo electrónico haya cambiado después de nuestro mensaje, o que el enlace esté incompleto. Abra Mis citas, por favor: allí aparece la oferta si sigue abierta.',
    toAppointments: 'Mis citas',
    toLine: 'Lista de espera',
    noticeLabel: 'Guardado para usted',
  },
})

export const requestTexts = defineTexts({
  en: {
    askTitle: 'Ask for a time',
    askEarlierTitle: 'Ask for an earlier time',
    changeTitle: 'Change your request',
    loading: 'Loading the form…',
    what: 'The form',
    gone: 'We do not find what this is about. It may be over.',
    keeps: 'It stays yours until you accept an earlier time. Price and payment stay as they are.',
    forWhom: 'Who is it for?',
    myself: 'Myself',
    treatment: 'Treatment',
    first: 'First day',
    last: 'Last day',
    weekdays: 'Weekdays that suit',
    from: 'Not before',
    until: 'Finished by',
    withWhom: 'With whom?',
    anybody: 'Any dentist',
    onlyThem: 'We offer you times with this dentist alone.',
    phone: 'Phone',
    phoneHint: 'In case the clinic needs to reach you. You may leave it empty.',
    join: 'Join the waitlist',
    save: 'Save',
    cancel: 'Go back',
    joined: 'You are on the waitlist',
    foundAtOnce: 'A time is free right now: it is held for you',
    saved: 'Saved. Your place on the waitlist stays.',
    dayMissing: 'Please choose a day',
    treatmentMissing: 'Please choose a treatment',
    signedOut: 'You have been signed out. Please sign in again.',
  },
  es: {
    askTitle: 'Pedir un horario',
    askEarlierTitle: 'Pedir un horario más temprano',
    changeTitle: 'Cambiar lo que pidió',
    loading: 'Cargando el formulario…',
    what: 'el formulario',
    gone: 'No encontramos de qué se trata. Puede que ya haya terminado.',
    keeps:
      'Sigue siendo suya hasta que usted acepte un horario más temprano. El precio y el pago no cambian.',
    forWhom: 'Para quién',
    myself: 'Para mí',
    treatment: 'Tratamiento',
    first: 'Primer día',
    last: 'Último día',
    weekdays: 'Días de la semana que le convienen',
    from: 'No antes de',
    until: 'Que termine a más tardar',
    withWhom: '¿Con quién?',
    anybody: 'Cualquier dentista',
    onlyThem: 'Le ofrecemos solo horarios con este dentista.',
    phone: 'Teléfono',
    phoneHint: 'Por si la clínica necesita comunicarse con usted. Puede dejarlo en blanco.',
    join: 'Entrar en la lista de espera',
    save: 'Guardar',
    cancel: 'Volver',
    joined: 'Usted está en la lista de espera',
    foundAtOnce: 'Hay un horario libre ahora mismo: se lo guardamos',
    saved: 'Guardado. Conserva su lugar en la lista.',
    dayMissing: 'Elija un día, por favor',
    treatmentMissing: 'Elija un tratamiento, por favor',
    signedOut: 'Se ha cerrado su sesión. Inicie sesión de nuevo, por favor.',
  },
})

import { defineTexts, plural } from '../../../contract/language.ts'

export const accountTexts = defineTexts({
  en: {
    title: 'My Account',
    what: 'Your account',

    details: 'About you',
    detailsHint: 'The booking form begins with these.',
    phoneHint: 'For the clinic to call you.',
    save: 'Save',
    saved: 'Your details are saved',

    email: 'E-mail address',
    confirmed: 'It is confirmed.',
    unconfirmed:
      'It is not confirmed yet. Please follow the link in our mail to you; until then the clinic cannot write to you about your appointments.',
    pending: (email: string, until: string) =>
      `We have sent a link to ${email}. That address counts once you have followed it, until ${until}.`,
    keepCurrent: 'Keep the current address',
    kept: 'Your address stays as it is',
    changeEmail: 'Change the address',
    newEmail: 'New e-mail address',
    newEmailHint: 'We send a link there. Until you have followed it, your current address counts.',
    ownPassword: 'Your password',
    sendLink: 'Send the link',
    linkSent: (email: string) => `A link is on its way to ${email}`,

    password: 'Password',
    passwordHint: 'Everywhere else you are signed out when it changes.',
    passwordDue:
      'For the work of the clinic, please choose a password of your own first, of at least 12 characters. It takes a minute.',
    oldPassword: 'Current password',
    newPassword: 'New password',
    newPasswordHint: (least: string) =>
      `At least ${least} characters; a short sentence is easy to remember.`,
    changePassword: 'Change the password',
    passwordChanged: 'Your password is changed',
    googleAlone:
      'You log in with Google, and your account has no password. To have one as well, choose it by a link that we mail you.',
    mailLink: 'Mail me a link',

    language: 'Language',
    languageHint: 'Of these pages, and of what we send you.',

    sessions: 'Where you are signed in',
    sessionsWhat: 'Where you are signed in',
    sessionsHint: 'End what you do not know, and choose a new password.',
    here: 'This device',
    device: (browser: string, system: string) => `${browser} on ${system}`,
    unknownDevice: 'Unknown device',
    sameNetwork: 'From the network where you are now',
    fromAddress: (address: string) => `From the network address ${address}`,
    unknownPlace: 'Place not known',
    seen: 'Last seen:',
    end: 'End',
    endOf: (device: string) => `End ${device}`,
    ended: 'The session is ended',
    everywhere: 'Sign out everywhere',
    everywhereQuestion: 'Sign out everywhere?',
    everywhereText:
      'You are signed out on every device, this one too. You can log in again at once.',

    data: 'Your data',
    dataHint: 'All that we store about you, to read and to print, or as a file.',
    toData: 'See your data',

    delete: 'Delete the account',
    deleteHint: 'Your appointments to come are cancelled with it. You see what that means first.',
    toDelete: 'Delete my account…',
  },
  es: {
    title: 'Mi cuenta',
    what: 'su cuenta',

    details: 'Sobre usted',
    detailsHint: 'El formulario de reserva empieza con estos datos.',
    phoneHint: 'Para que la clínica pueda llamarle.',
    save: 'Guardar',
    saved: 'Sus datos quedaron guardados',

    email: 'Correo electrónico',
    confirmed: 'Está confirmado.',
    unconfirmed:
      'Todavía no está confirmado. Abra el enlace que le enviamos por correo; hasta entonces la clínica no puede escribirle sobre sus citas.',
    pending: (email, until) =>
      `Enviamos un enlace a ${email}. Esa dirección valdrá cuando usted lo abra, hasta el ${until}.`,
    keepCurrent: 'Conservar la dirección actual',
    kept: 'Su dirección sigue como estaba',
    changeEmail: 'Cambiar la dirección',
    newEmail: 'Nuevo correo electrónico',
    newEmailHint: 'Le enviamos allí un enlace. Hasta que lo abra, vale su dirección actual.',
    ownPassword: 'Su contraseña',
    sendLink: 'Enviar el enlace',
    linkSent: (email) => `Un enlace va en camino a ${email}`,

    password: 'Contraseña',
    passwordHint: 'Al cambiarla se cierran sus sesiones en todos los demás dispositivos.',
    passwordDue:
      'Para trabajar en la clínica, elija antes una contraseña propia de al menos 12 caracteres, por favor. Es un minuto.',
    oldPassword: 'Contraseña actual',
    newPassword: 'Contraseña nueva',
    newPasswordHint: (least) =>
      `Al menos ${least} caracteres; una frase corta es fácil de recordar.`,
    changePassword: 'Cambiar la contraseña',
    passwordChanged: 'Su contraseña ha cambiado',
    googleAlone:
      'Usted inicia sesión con Google y su cuenta no tiene contraseña. Si también quiere una, elíjala con un enlace que le enviamos por correo.',
    mailLink: 'Enviarme un enlace',

    language: 'Idioma',
    languageHint: 'De estas páginas y de lo que le enviamos.',

    sessions: 'Dónde tiene la sesión iniciada',
    sessionsWhat: 'sus sesiones',
    sessionsHint: 'Cierre las que no conozca y elija una contraseña nueva.',
    here: 'Este dispositivo',
    device: (browser, system) => `${browser} en ${system}`,
    unknownDevice: 'Dispositivo desconocido',
    sameNetwork: 'Desde la red en la que está ahora',
    fromAddress: (address) => `Desde la dirección de red ${address}`,
    unknownPlace: 'Lugar desconocido',
    seen: 'Última actividad:',
    end: 'Cerrar',
    endOf: (device) => `Cerrar ${device}`,
    ended: 'La sesión se cerró',
    everywhere: 'Cerrar todas las sesiones',
    everywhereQuestion: '¿Cerrar todas las sesiones?',
    everywhereText:
      'Se cierra su sesión en todos los dispositivos, también en este. Puede volver a iniciarla enseguida.',

    data: 'Sus datos',
    dataHint: 'Todo lo que guardamos sobre usted, para leerlo e imprimirlo o en un archivo.',
    toData: 'Ver sus datos',

    delete: 'Eliminar la cuenta',
    deleteHint: 'Con ella se cancelan sus próximas citas. Antes verá qué significa.',
    toDelete: 'Eliminar mi cuenta…',
  },
})

/** Of the pages that the account page leads to. */
export const accountPageTexts = defineTexts({
  en: {
    toAccount: 'Back to My Account',

    dataTitle: 'Your data',
    dataWhat: 'Your data',
    dataLead: 'This is all that we store about you. The file has every detail.',
    about: 'About you',
    account: 'Account',
    confirmed: 'confirmed',
    notConfirmed: 'not confirmed',
    since: 'Since',
    signInBy: 'Log in by',
    ways: { password: 'password', google: 'Google' },
    formerly: 'Former addresses',
    family: 'Your family',
    reminders: 'Reminders',
    byMail: 'by e-mail',
    bySms: (phone: string) => `by text message to ${phone}`,
    noReminders: 'none',
    networks: 'Where you logged in from',
    devices: 'Browsers we know from your log-ins',
    device: (since: string, last: string) => `since ${since}, last ${last}`,
    passkeys: 'Passkeys',
    unnamed: 'Without a name',
    staff: 'What the clinic did',
    times: (count: number) => `${count} ${plural('en', count, { one: 'entry', other: 'entries' })}`,
    nothing: 'None',

    deleteTitle: 'Delete the account',
    deleteWhat: 'What ends with your account',
    deleteLead: 'This cannot be undone.',
    endsAtOnce: 'Your account ends at once, wherever you are signed in.',
    removed:
      'Your name, phone, addresses, family, reviews and messages are removed from all that we store.',
    moneyStays: 'What the law asks us to keep stays without your name: what was paid, and when.',
    noAppointments: 'You have no appointments to come.',
    cancels: (count: number) =>
      `${count} ${plural('en', count, { one: 'appointment', other: 'appointments' })} to come will be cancelled:`,
    refund: (money: string) => `${money} goes back to your card`,
    atDesk: (money: string) => `${money} paid at our desk, where you get it back`,
    noRefund: (money: string) => `the ${money} that you paid does not go back`,
    notPaid: 'not paid',
    total: (money: string) => `In all, ${money} goes back to your card.`,
    password: 'Your password',
    typeEmail: (email: string) => `Type ${email}`,
    typeEmailHint: 'This prevents deleting it by mistake.',
    deleteNow: 'Delete my account',
    deleteAndCancel: (count: number) =>
      `Delete my account and cancel ${count} ${plural('en', count, { one: 'appointment', other: 'appointments' })}`,
    keep: 'Keep my account',
    deleted: 'Your account is deleted',

    confirmTitle: 'Confirm your new e-mail address',
    confirmLead: (email: string) =>
      `From now on you log in with ${email}, and what we send about your appointments goes there.`,
    confirm: (email: string) => `Use ${email}`,
    changed: (email: string) => `Your address is ${email} now`,
    dead: 'This link no longer works',
    deadLead: (email: string) =>
      `You are signed in as ${email}. A link for a new address works once, for one day, and only for the account that asked for it. You can ask for another one.`,
  },
  es: {
    toAccount: 'Volver a Mi cuenta',

    dataTitle: 'Sus datos',
    dataWhat: 'sus datos',
    dataLead: 'Esto es todo lo que guardamos sobre usted. El archivo tiene cada detalle.',
    about: 'Sobre usted',
    account: 'Cuenta',
    confirmed: 'confirmado',
    notConfirmed: 'sin confirmar',
    since: 'Desde',
    signInBy: 'Inicia sesión con',
    ways: { password: 'contraseña', google: 'Google' },
    formerly: 'Direcciones anteriores',
    family: 'Su familia',
    reminders: 'Recordatorios',
    byMail: 'por correo electrónico',
    bySms: (phone) => `por mensaje de texto al ${phone}`,
    noReminders: 'ninguno',
    networks: 'Desde dónde inició sesión',
    devices: 'Navegadores que conocemos de sus inicios de sesión',
    device: (since, last) => `desde ${since}, última vez ${last}`,
    passkeys: 'Claves de acceso',
    unnamed: 'Sin nombre',
    staff: 'Qué hizo la clínica',
    times: (count) => `${count} ${plural('es', count, { one: 'entrada', other: 'entradas' })}`,
    nothing: 'No hay',

    deleteTitle: 'Eliminar la cuenta',
    deleteWhat: 'lo que termina con su cuenta',
    deleteLead: 'Esto no se puede deshacer.',
    endsAtOnce: 'Su cuenta se cierra de inmediato en todos los dispositivos.',
    removed:
      'Su nombre, teléfono, direcciones, familia, opiniones y mensajes se eliminan de todo lo que guardamos.',
    moneyStays: 'Lo que la ley nos exige guardar queda sin su nombre: qué se pagó y cuándo.',
    noAppointments: 'No tiene próximas citas.',
    cancels: (count) =>
      count === 1 ? 'Se cancelará su próxima cita:' : `Se cancelarán sus ${count} próximas citas:`,
    refund: (money) => `se le devuelven ${money} a su tarjeta`,
    atDesk: (money) => `${money} pagados en recepción, donde se le devuelven`,
    noRefund: (money) => `los ${money} que pagó no se devuelven`,
    notPaid: 'sin pagar',
    total: (money) => `En total se le devuelven ${money} a su tarjeta.`,
    password: 'Su contraseña',
    typeEmail: (email) => `Escriba ${email}`,
    typeEmailHint: 'Para que nadie la elimine por error.',
    deleteNow: 'Eliminar mi cuenta',
    deleteAndCancel: (count) =>
      `Eliminar mi cuenta y cancelar ${count} ${plural('es', count, { one: 'cita', other: 'citas' })}`,
    keep: 'Conservar mi cuenta',
    deleted: 'Su cuenta se eliminó',

    confirmTitle: 'Confirme su nuevo correo electrónico',
    confirmLead: (email) =>
      `Desde ahora inicia sesión con ${email}, y allí le llegará lo que le enviemos sobre sus citas.`,
    confirm: (email) => `Usar ${email}`,
    changed: (email) => `Su dirección ahora es ${email}`,
    dead: 'Este enlace ya no funciona',
    deadLead: (email) =>
      `Ha iniciado sesión como ${email}. El enlace para una dirección nueva sirve una sola vez, durante un día y solo para la cuenta que lo pidió. Puede pedir otro.`,
  },
})

import { defineTexts } from '../../../contract/language.ts'

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

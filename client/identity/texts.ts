import { defineTexts } from '../../contract/language.ts'

export const identityTexts = defineTexts({
  en: {
    login: 'Login',
    leadSentHere: 'Please log in to go on. You come straight back to where you were.',
    leadEnded:
      'Your session has ended, as it does after a while to protect your data. Please log in to go on.',
    leadAgain: 'Your session has ended. Log in again: what you typed is still here.',
    googleElsewhere: 'With Google you log in in another tab. Come back to this one afterwards.',
    googleInTab: 'Open a tab to log in with Google',
    leadCame: 'Good to see you again. Your appointments are where you left them.',
    email: 'Email',
    password: 'Password',
    forgot: 'Forgot Password?',
    resetSentTo: (email: string) =>
      `If ${email} has an account here, a mail with a link for a new password is on its way.`,
    newHere: 'New here?',
    create: 'Create an account',
    or: 'or',
    google: 'Continue with Google',
    noCookies: 'Your browser did not keep the sign-in. Please allow cookies for this site.',

    signUp: 'Sign Up',
    signUpLead:
      'One account for you: pick a day, see what is free, and find your appointments again.',
    name: 'Name',
    passwordHint: (least: string) =>
      `At least ${least} characters; a short sentence is easy to remember.`,
    haveAccount: 'Already have an account?',

    newPasswordTitle: 'Choose a new password',
    newPasswordLead: 'It takes effect at once, and signs you out wherever you are still signed in.',
    newPassword: 'New password',
    savePassword: 'Save the new password',
    passwordChanged: 'Your password is changed. Please log in with the new one.',

    deadLink: 'This link no longer works',
    resetLead:
      'Links for a new password work once and for a short time. Your old password is unchanged; we can mail you a new link.',
    newLink: 'Send a new link',
    remembered: 'Remembered it?',

    confirmTitle: 'Confirm your e-mail address',
    confirmLead: (email: string) => `You are signed in as ${email}. One press, and it is done.`,
    confirm: 'Confirm my address',
    elsewhereLead:
      'An account was made with your address. If it is yours, give its password here, or choose a new one.',
    choosePassword: 'Choose a new password instead',
    chooseLead: 'It confirms your address, and signs out every other session of the account.',
    savePasswordAndConfirm: 'Save and confirm',
    notYours: 'You did not make an account with us?',
    notMe: 'This was not me',
    deniedTitle: 'The account is removed',
    deniedLead: 'Thank you. Nothing is kept in your name, and we will not write about it again.',
    toHome: 'To our home page',
    confirmedTitle: 'Your e-mail address is confirmed',
    confirmedLead: 'Thank you. Word about your appointments will reach you there.',
    alreadyTitle: 'Your e-mail address is already confirmed',
    alreadyLead: 'The link has done its work; there is nothing left to do.',
    makeAppointment: 'Make an appointment',
    verifyLead:
      'Confirmation links work once and for one day. We can mail you a new one; what you have paid for stays yours until then.',
    loginForNew: 'Login to get a new one',
  },
  es: {
    login: 'Iniciar sesión',
    leadSentHere: 'Inicie sesión para continuar. Después volverá a donde estaba.',
    leadEnded:
      'Su sesión terminó: ocurre al cabo de un tiempo, para proteger lo que es suyo. Inicie sesión para seguir, por favor.',
    leadAgain: 'Su sesión terminó. Inicie sesión otra vez: lo que escribió sigue aquí.',
    googleElsewhere:
      'Con Google, la sesión se inicia en otra pestaña. Vuelva a esta cuando haya terminado.',
    googleInTab: 'Abrir una pestaña para iniciar sesión con Google',
    leadCame: 'Qué gusto verle de nuevo. Sus citas están donde las dejó.',
    email: 'Correo electrónico',
    password: 'Contraseña',
    forgot: '¿Olvidó su contraseña?',
    resetSentTo: (email) =>
      `Si ${email} tiene una cuenta aquí, enviamos un correo con un enlace para elegir una contraseña nueva.`,
    newHere: '¿Es su primera vez aquí?',
    create: 'Crear una cuenta',
    or: 'o',
    google: 'Continuar con Google',
    noCookies:
      'Su navegador no guardó el inicio de sesión. Permita las cookies de este sitio, por favor.',

    signUp: 'Crear cuenta',
    signUpLead:
      'Una cuenta para usted: elija un día, vea qué hay libre y encuentre sus citas cuando quiera.',
    name: 'Nombre',
    passwordHint: (least) => `Al menos ${least} caracteres; una frase corta es fácil de recordar.`,
    haveAccount: '¿Ya tiene una cuenta?',

    newPasswordTitle: 'Elija una contraseña nueva',
    newPasswordLead: 'Vale desde este momento y cierra su sesión en todos los demás dispositivos.',
    newPassword: 'Contraseña nueva',
    savePassword: 'Guardar la contraseña nueva',
    passwordChanged: 'Su contraseña ha cambiado. Inicie sesión con la nueva, por favor.',

    deadLink: 'Este enlace ya no funciona',
    resetLead:
      'Los enlaces para cambiar la contraseña sirven una sola vez y por poco tiempo. Su contraseña anterior sigue igual; con gusto le enviamos otro enlace.',
    newLink: 'Enviar otro enlace',
    remembered: '¿Ya la recordó?',

    confirmTitle: 'Confirme su correo electrónico',
    confirmLead: (email) => `Inició sesión como ${email}. Solo falta pulsar el botón.`,
    confirm: 'Confirmar mi correo',
    elsewhereLead:
      'Se creó una cuenta con su correo. Si es suya, escriba aquí su contraseña o elija una nueva.',
    choosePassword: 'Elegir mejor una contraseña nueva',
    chooseLead:
      'Confirma su correo y cierra la sesión de quien haya estado usando la cuenta hasta ahora.',
    savePasswordAndConfirm: 'Guardar y confirmar',
    notYours: '¿Usted no creó ninguna cuenta con nosotros?',
    notMe: 'No fui yo',
    deniedTitle: 'La cuenta se eliminó',
    deniedLead: 'Gracias. No queda nada a su nombre y no volveremos a escribirle sobre esto.',
    toHome: 'Ir a la página de inicio',
    confirmedTitle: 'Su correo electrónico está confirmado',
    confirmedLead: 'Gracias. Las noticias sobre sus citas le llegarán allí.',
    alreadyTitle: 'Su correo electrónico ya estaba confirmado',
    alreadyLead: 'El enlace ya cumplió su función; no le queda nada por hacer.',
    makeAppointment: 'Reservar una cita',
    verifyLead:
      'Los enlaces para confirmar el correo sirven una sola vez y durante un día. Le enviamos otro; lo que ha pagado sigue siendo suyo mientras tanto.',
    loginForNew: 'Inicie sesión para recibir otro',
  },
})

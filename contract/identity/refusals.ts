import { defineTexts, sentencesOf } from '../language.ts'

/** Why signing up, signing in or a link from a mail did not work: stable codes with the sentence shown. */
export const identityRefusals = {
  /** With the code and message of better-auth, which refuses the address at a sign-in, too. */
  INVALID_EMAIL: { status: 400, message: 'Invalid email' },
  password_guessable: {
    status: 400,
    message:
      'This password is easy to guess. Please choose another one; a short sentence is easy to remember.',
  },
  password_short_for_staff: {
    status: 400,
    message: 'Staff of the clinic need a password of at least 12 characters.',
  },
  password_short: {
    status: 400,
    message: 'This password is shorter than the clinic asks for. Please choose a longer one.',
  },
  password_due: {
    status: 403,
    message:
      'For the work of the clinic, first choose a password of your own on your account page.',
  },
  password_same: {
    status: 400,
    message: 'This is the password you have. Please choose another one.',
  },
  too_many_sign_ups: {
    status: 429,
    message:
      'Many accounts were made from your network lately. Please try again later, or call the clinic.',
  },
  too_many_invitations: {
    status: 429,
    message:
      'This address was sent several invitations lately, so nothing was sent or changed. Please try again later.',
  },
  too_many_guesses: {
    status: 429,
    message:
      'There were many wrong passwords for this account. Please wait a little, or choose Forgot Password.',
  },
  link_over: { status: 404, message: 'This link no longer works.' },
  other_account: { status: 403, message: 'This link belongs to another account.' },
  wrong_password: { status: 403, message: 'This is not the password of the account.' },
  proof_needed: {
    status: 403,
    message: 'Nothing was done yet: this asks you to confirm first that it is you.',
  },
  second_factor_needed: {
    status: 403,
    message:
      'For the work of the clinic, first set up a second step at sign-in on your account page.',
  },
  wrong_code: {
    status: 403,
    message: 'This code is not right, or was used before.',
  },
  address_unproved: { status: 409, message: 'Please confirm your e-mail address first.' },
  authenticator_exists: {
    status: 409,
    message:
      'This account has an authenticator app already. Remove it first to set up another one.',
  },
  no_second_factor: {
    status: 409,
    message: 'Recovery codes are for accounts that have a passkey or an authenticator app.',
  },
  last_factor: {
    status: 409,
    message:
      'Staff of the clinic need a second step at sign-in. Add another one before you remove this.',
  },
  wrong_email: { status: 403, message: 'This is not the address of the account.' },
  no_password: {
    status: 409,
    message: 'This account has no password yet. Choose one by the link that we mail you.',
  },
  same_email: { status: 409, message: 'This is the address of your account already.' },
  too_many_email_changes: {
    status: 429,
    message: 'You have asked for several changes of your address lately. Please try again later.',
  },
  too_many_confirmations: {
    status: 429,
    message: 'We have sent you several mails lately. Please look for them, or try again later.',
  },
  address_taken: {
    status: 409,
    message:
      'This address has an account of its own, so yours keeps the one it has. Delete the other account first, or call the clinic.',
  },
  appointments_collide: {
    status: 409,
    message:
      'The new address has an appointment at the time of one of yours. Cancel or reschedule one of them first, or call the clinic.',
  },
  deletion_changed: {
    status: 409,
    message: 'Something has changed meanwhile. Please look again at what ends with your account.',
  },
} as const
type IdentityRefusal = keyof typeof identityRefusals

export const identityRefusalTexts = defineTexts<Record<IdentityRefusal, string>>({
  en: sentencesOf(identityRefusals),
  es: {
    INVALID_EMAIL: 'Escriba un correo electrónico válido',
    password_guessable:
      'Esta contraseña es fácil de adivinar. Elija otra, por favor; una frase corta es fácil de recordar.',
    password_short_for_staff:
      'El personal de la clínica necesita una contraseña de al menos 12 caracteres.',
    password_short:
      'Esta contraseña es más corta de lo que pide la clínica. Elija una más larga, por favor.',
    password_due:
      'Para trabajar en la clínica, elija antes una contraseña propia en la página de su cuenta.',
    password_same: 'Esa es la contraseña que ya tiene. Elija otra, por favor.',
    too_many_sign_ups:
      'Se han creado muchas cuentas desde su red últimamente. Inténtelo más tarde o llame a la clínica, por favor.',
    too_many_invitations:
      'Esta dirección recibió varias invitaciones últimamente, así que no se envió ni cambió nada. Inténtelo más tarde, por favor.',
    too_many_guesses:
      'Hubo muchas contraseñas equivocadas para esta cuenta. Espere un poco o elija «¿Olvidó su contraseña?», por favor.',
    link_over: 'Este enlace ya no funciona.',
    other_account: 'Este enlace pertenece a otra cuenta.',
    wrong_password: 'Esa no es la contraseña de la cuenta.',
    proof_needed: 'Todavía no se hizo nada: antes hay que confirmar que es usted.',
    second_factor_needed:
      'Para trabajar en la clínica, configure antes un segundo paso de inicio de sesión en la página de su cuenta.',
    wrong_code: 'Este código no es correcto o ya se usó.',
    address_unproved: 'Confirme antes su correo electrónico, por favor.',
    authenticator_exists:
      'Esta cuenta ya tiene una aplicación de autenticación. Quítela antes para configurar otra.',
    no_second_factor:
      'Los códigos de recuperación son para cuentas con una clave de acceso o una aplicación de autenticación.',
    last_factor:
      'El personal de la clínica necesita un segundo paso al iniciar sesión. Añada otro antes de quitar este.',
    wrong_email: 'Esa no es la dirección de la cuenta.',
    no_password:
      'Esta cuenta todavía no tiene contraseña. Elija una con el enlace que le enviamos.',
    same_email: 'Esa ya es la dirección de su cuenta.',
    too_many_email_changes:
      'Ha pedido varios cambios de dirección últimamente. Inténtelo más tarde, por favor.',
    too_many_confirmations:
      'Le hemos enviado varios correos últimamente. Búsquelos o inténtelo más tarde, por favor.',
    address_taken:
      'Esta dirección ya tiene su propia cuenta, así que la suya conserva la que tenía. Elimine antes la otra cuenta o llame a la clínica.',
    appointments_collide:
      'La nueva dirección tiene una cita a la misma hora que una de las suyas. Cancele o reprograme antes una de las dos, o llame a la clínica.',
    deletion_changed:
      'Algo cambió mientras tanto. Revise de nuevo qué termina con su cuenta, por favor.',
  },
})

/** By the codes of better-auth, as our screens come to show them. */
export const libraryRefusalTexts = defineTexts({
  en: {
    INVALID_EMAIL_OR_PASSWORD: 'Invalid email or password',
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'User already exists. Use another email.',
    USER_ALREADY_EXISTS: 'User already exists.',
    INVALID_TOKEN: 'Invalid token',
    TOKEN_EXPIRED: 'Token expired',
    PASSWORD_TOO_SHORT: 'Password too short',
    PASSWORD_TOO_LONG: 'Password too long',
    EMAIL_ALREADY_VERIFIED: 'Email is already verified',
    PASSKEY_WITHOUT_HOLDER:
      'Your device did not check who holds it. Please use a passkey with a finger, a face or a PIN.',
    PASSKEY_NOT_FOUND: 'We do not know this passkey. It may have been removed from your account.',
    AUTHENTICATION_FAILED: 'This passkey did not work. Please try again, or log in another way.',
    CHALLENGE_NOT_FOUND: 'That took too long. Please try again.',
    GOOGLE_UNREACHABLE: 'Google cannot be reached just now. Please try again shortly.',
  },
  es: {
    INVALID_EMAIL_OR_PASSWORD: 'El correo electrónico o la contraseña no son correctos',
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
      'Ya hay una cuenta con este correo electrónico. Use otro.',
    USER_ALREADY_EXISTS: 'Ya hay una cuenta con este correo electrónico.',
    INVALID_TOKEN: 'Este enlace ya no es válido',
    TOKEN_EXPIRED: 'Este enlace ya venció',
    PASSWORD_TOO_SHORT: 'La contraseña es demasiado corta',
    PASSWORD_TOO_LONG: 'La contraseña es demasiado larga',
    EMAIL_ALREADY_VERIFIED: 'El correo electrónico ya está confirmado',
    PASSKEY_WITHOUT_HOLDER:
      'Su dispositivo no comprobó quién lo tiene. Use una clave de acceso con huella, rostro o PIN, por favor.',
    PASSKEY_NOT_FOUND: 'No conocemos esta clave de acceso. Quizá se quitó de su cuenta.',
    AUTHENTICATION_FAILED:
      'Esta clave de acceso no funcionó. Inténtelo de nuevo o inicie sesión de otra forma, por favor.',
    CHALLENGE_NOT_FOUND: 'Tardó demasiado. Inténtelo de nuevo, por favor.',
    GOOGLE_UNREACHABLE:
      'No podemos comunicarnos con Google en este momento. Inténtelo de nuevo en breve, por favor.',
  },
})

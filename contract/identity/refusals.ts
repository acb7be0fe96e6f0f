/** Why signing up, signing in or a link from a mail did not work: stable codes with the sentence shown. */
export const identityRefusals = {
  password_guessable: {
    status: 400,
    message:
      'This password is easy to guess. Please choose another one; a short sentence is easy to remember.',
  },
  password_short_for_staff: {
    status: 400,
    message: 'Staff of the clinic need a password of at least 12 characters.',
  },
  too_many_sign_ups: {
    status: 429,
    message:
      'Many accounts were made from your network lately. Please try again later, or call the clinic.',
  },
  too_many_guesses: {
    status: 429,
    message:
      'There were many wrong passwords for this account. Please wait a little, or choose Forgot Password.',
  },
  link_over: { status: 404, message: 'This link no longer works.' },
  other_account: { status: 403, message: 'This link belongs to another account.' },
  wrong_password: { status: 403, message: 'This is not the password of the account.' },
} as const
export type IdentityRefusal = keyof typeof identityRefusals

export const identityRefusalsInSpanish: Record<IdentityRefusal, string> = {
  password_guessable:
    'Esta contraseña es fácil de adivinar. Elija otra, por favor; una frase corta es fácil de recordar.',
  password_short_for_staff:
    'El personal de la clínica necesita una contraseña de al menos 12 caracteres.',
  too_many_sign_ups:
    'Se han creado muchas cuentas desde su red últimamente. Inténtelo más tarde o llame a la clínica, por favor.',
  too_many_guesses:
    'Hubo muchas contraseñas equivocadas para esta cuenta. Espere un poco o elija «¿Olvidó su contraseña?», por favor.',
  link_over: 'Este enlace ya no funciona.',
  other_account: 'Este enlace pertenece a otra cuenta.',
  wrong_password: 'Esa no es la contraseña de la cuenta.',
}

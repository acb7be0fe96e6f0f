import { defineTexts } from '../../contract/language.ts'

/** About a second sign-up with the address of an account. */
export const joinTexts = defineTexts({
  en: {
    title: 'You already have an account',
    lead: (email: string) =>
      `Somebody signed up with ${email} once more. If it was you, one press adds what was booked there to your account.`,
    leadElsewhere:
      'Somebody signed up with your address once more. If it was you, give your password, and what was booked there is added to your account.',
    join: 'Add it to my account',
    forgot: 'Forgot Password?',
    notYours: 'You did not sign up once more?',
    notMe: 'This was not me',
    joinedTitle: 'All of it is in your account',
    joinedLead: 'What was booked with the second sign-up is among your appointments now.',
    joinedLeadElsewhere:
      'Please log in with the password that you had before. The second one is no longer needed.',
    toAppointments: 'My appointments',
    login: 'Login',
    deniedTitle: 'The second sign-up is removed',
    deniedLead: 'Thank you. What was booked with it is cancelled; your own account is as it was.',
    toHome: 'To our home page',
  },
  es: {
    title: 'Usted ya tiene una cuenta',
    lead: (email) =>
      `Alguien se registró otra vez con ${email}. Si fue usted, pulse el botón y lo que se reservó allí pasará a su cuenta.`,
    leadElsewhere:
      'Alguien se registró otra vez con su correo. Si fue usted, escriba su contraseña y lo que se reservó allí pasará a su cuenta.',
    join: 'Añadirlo a mi cuenta',
    forgot: '¿Olvidó su contraseña?',
    notYours: '¿Usted no se registró otra vez?',
    notMe: 'No fui yo',
    joinedTitle: 'Todo está en su cuenta',
    joinedLead: 'Lo que se reservó con el segundo registro ya está entre sus citas.',
    joinedLeadElsewhere:
      'Inicie sesión con la contraseña que ya tenía, por favor. La segunda ya no hace falta.',
    toAppointments: 'Mis citas',
    login: 'Iniciar sesión',
    deniedTitle: 'El segundo registro se eliminó',
    deniedLead:
      'Gracias. Lo que se reservó con él queda cancelado; su propia cuenta sigue como estaba.',
    toHome: 'Ir a la página de inicio',
  },
})

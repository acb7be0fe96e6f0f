import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { type FeatureRoute, lazyPage } from '../app/feature-route.tsx'

export const routes: readonly FeatureRoute[] = [
  {
    path: paths.login,
    access: 'anyone',
    page: lazyPage(() => import('./login-page.tsx').then((m) => m.LoginPage)),
    title: defineTexts({ en: 'Login', es: 'Iniciar sesión' }),
    description: defineTexts({
      en: 'Log in to book an appointment and to see the ones you have.',
      es: 'Inicie sesión para reservar una cita y ver las que ya tiene.',
    }),
  },
  {
    path: paths.signup,
    access: 'anyone',
    page: lazyPage(() => import('./signup-page.tsx').then((m) => m.SignupPage)),
    title: defineTexts({ en: 'Sign Up', es: 'Crear cuenta' }),
    description: defineTexts({
      en: 'Make an account and book your appointment online.',
      es: 'Cree su cuenta y reserve su cita en línea.',
    }),
  },
  {
    path: paths.resetPassword,
    access: 'anyone',
    page: lazyPage(() => import('./reset-password-page.tsx').then((m) => m.ResetPasswordPage)),
    title: defineTexts({ en: 'Choose a new password', es: 'Elija una contraseña nueva' }),
  },
  {
    path: paths.verifyEmail,
    access: 'anyone',
    page: lazyPage(() => import('./verify-email-page.tsx').then((m) => m.VerifyEmailPage)),
    title: defineTexts({ en: 'Confirm your e-mail address', es: 'Confirme su correo electrónico' }),
  },
  {
    path: paths.invitation,
    access: 'anyone',
    page: lazyPage(() => import('./account/invitation-page.tsx').then((m) => m.InvitationPage)),
    title: defineTexts({ en: 'Invitation', es: 'Invitación' }),
  },
  {
    path: paths.stopEmailChange,
    access: 'anyone',
    page: lazyPage(() => import('./stop-change-page.tsx').then((m) => m.StopChangePage)),
    title: defineTexts({
      en: 'Stop the change of your address',
      es: 'Detener el cambio de su dirección',
    }),
  },
]

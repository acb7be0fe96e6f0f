import type { FeatureRoute } from '../feature-route.ts'
import { lazyPage } from '../lazy-page.tsx'
import { paths } from '../paths.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: paths.login,
    access: 'anyone',
    page: lazyPage(() => import('./login-page.tsx').then((m) => m.LoginPage)),
    title: 'Login',
    description: 'Log in to book an appointment and to see the ones you have.',
  },
  {
    path: paths.signup,
    access: 'anyone',
    page: lazyPage(() => import('./signup-page.tsx').then((m) => m.SignupPage)),
    title: 'Sign Up',
    description: 'Make an account and book your appointment online.',
  },
  {
    path: paths.resetPassword,
    access: 'anyone',
    page: lazyPage(() => import('./reset-password-page.tsx').then((m) => m.ResetPasswordPage)),
    title: 'Choose a new password',
  },
  {
    path: paths.verifyEmail,
    access: 'anyone',
    page: lazyPage(() => import('./verify-email-page.tsx').then((m) => m.VerifyEmailPage)),
    title: 'Confirm your e-mail address',
  },
]

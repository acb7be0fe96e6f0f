import { paths } from '../../contract/page-paths.ts'
import { type FeatureRoute, publicPage } from '../app/feature-route.tsx'

export const routes: readonly FeatureRoute[] = [
  {
    path: paths.login,
    access: 'anyone',
    ...publicPage(
      () => import('./login-page.tsx'),
      (m) => m.LoginPage,
    ),
  },
  {
    path: paths.signup,
    access: 'anyone',
    ...publicPage(
      () => import('./signup-page.tsx'),
      (m) => m.SignupPage,
    ),
  },
  {
    path: paths.resetPassword,
    access: 'anyone',
    ...publicPage(
      () => import('./reset-password-page.tsx'),
      (m) => m.ResetPasswordPage,
    ),
  },
  {
    path: paths.verifyEmail,
    access: 'anyone',
    ...publicPage(
      () => import('./verify-email-page.tsx'),
      (m) => m.VerifyEmailPage,
    ),
  },
  {
    path: paths.invitation,
    access: 'anyone',
    ...publicPage(
      () => import('./account/invitation-page.tsx'),
      (m) => m.InvitationPage,
    ),
  },
  {
    path: paths.stopEmailChange,
    access: 'anyone',
    ...publicPage(
      () => import('./stop-change-page.tsx'),
      (m) => m.StopChangePage,
    ),
  },
]

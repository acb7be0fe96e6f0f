import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import type { Config } from '../../config.ts'

/**
 * Passkeys of @better-auth/passkey. One counts as both steps of a sign-in, so the device must have checked
 * its holder, by a finger or a number; the library only prefers that.
 */
export function passkeys(
  { publicUrl, clinicName }: Pick<Config, 'publicUrl' | 'clinicName'>,
  origins: string[],
) {
  return passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: clinicName,
    origin: origins,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification }) =>
        requireHolder(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        requireHolder(verification.authenticationInfo.userVerified),
    },
    schema: { passkey: { modelName: 'passkeys' } },
    advanced: { webAuthnChallengeCookie: 'passkey' },
  })
}

function requireHolder(isVerified: boolean | undefined): void {
  if (isVerified) return
  throw new APIError('BAD_REQUEST', {
    code: 'PASSKEY_WITHOUT_HOLDER',
    message: 'The device did not check who holds it.',
  })
}

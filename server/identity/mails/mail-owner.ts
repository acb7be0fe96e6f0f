import { defineTexts, type Language } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import { readSender } from '../../clinic/read-clinic.ts'
import type { Deps } from '../../deps.ts'
import { rules } from '../../http/limits.ts'
import { readLanguage } from '../../language/account-language.ts'
import { chooseLanguage } from '../../language/choose-language.ts'
import { frameMail } from '../../notifications/frame-mail.ts'
import type { Mail, Sender } from '../../notifications/notification.ts'
import { queueBounded } from '../../notifications/queue-mail.ts'
import { findAddress } from '../claim-queries.ts'
import { issueConfirmation } from '../confirm-email.ts'
import { writePasswordChangedMail } from './write-password-changed-mail.ts'
import { writeResetMail } from './write-reset-mail.ts'
import { writeSignUpAttemptMail } from './write-sign-up-attempt-mail.ts'
import { writeVerificationMail } from './write-verification-mail.ts'

export type OwnerMail = ReturnType<typeof createOwnerMail>

/**
 * The mails about an account, queued and never sent inline, so that how long an answer takes says
 * nothing. Links lead to our own pages, which hand the token to better-auth. Who asks for a link reads
 * it in the language of the page they asked on.
 */
export function createOwnerMail(parts: Pick<Deps, 'config' | 'database' | 'clock' | 'limits'>) {
  const { publicUrl } = parts.config
  const { query } = parts.database

  const languageOf = (request: Request | undefined) =>
    chooseLanguage(request?.headers ?? new Headers(), parts.config.clinicLanguage)

  const queue = async (language: Language, write: (sender: Sender) => Mail) => {
    const now = parts.clock()
    const mail = write(await readSender(query, language))
    const isQueued = await queueBounded(parts.database, mail, { most: rules.owner_mails.most, now })
    // Beyond it we would be the tool of a nuisance.
    if (!isQueued) parts.limits.note('owner_mails')
  }

  return {
    /**
     * The mail that proves the mailbox of an account. That of a claim goes in the owner's own language:
     * the second sign-up may be a stranger's.
     */
    async sendConfirmation(userId: string, request?: Request) {
      const account = await findAddress(query, userId)
      if (!account) return
      const recipient = account.address
      const token = await issueConfirmation(parts, userId)
      if (!account.isClaim) {
        const url = publicUrl + paths.verifyEmailWith(token)
        const write = (sender: Sender) => writeVerificationMail(sender, { recipient, url })
        return queue(languageOf(request), write)
      }
      const language = await readLanguage(query, parts.config, recipient)
      const to = { recipient, url: publicUrl + paths.joinSignUpWith(token) }
      return queue(language, (sender) => writeSignUpAttemptMail(sender, to))
    },
    /** Not to an address that the account has left since the link was made: all before that have ended. */
    async sendReset(
      { id, email: recipient }: { id: string; email: string },
      token: string,
      request?: Request,
    ) {
      if ((await findAddress(query, id))?.address !== recipient) return
      const url = publicUrl + paths.resetPasswordWith(token)
      return queue(languageOf(request), (sender) => writeResetMail(sender, { recipient, url }))
    },
    async sendFactorsChanged(recipient: string, change: 'added' | 'removed' | 'reset') {
      const to = { recipient, url: publicUrl + paths.account, change }
      const language = await readLanguage(query, parts.config, recipient)
      return queue(language, (sender) => writeFactorsMail(sender, to))
    },
    async sendPasswordChanged(recipient: string) {
      const to = { recipient, url: publicUrl + paths.login }
      const language = await readLanguage(query, parts.config, recipient)
      return queue(language, (sender) => writePasswordChangedMail(sender, to))
    },
  }
}

const factorTexts = defineTexts({
  en: {
    subject: (clinic: string) => `How you log in to ${clinic} was changed`,
    added: 'A passkey or an authenticator app was added to your account just now.',
    removed: 'A passkey or an authenticator app was removed from your account just now.',
    reset:
      'Staff of the clinic have removed the passkeys and the authenticator app from your account, and signed you out. Log in with your password, and set up a new one.',
    action: 'See my account',
    closing: 'If this was not you, choose a new password at once, and call the clinic.',
  },
  es: {
    subject: (clinic) => `Cambió la forma de iniciar sesión en ${clinic}`,
    added: 'Se acaba de añadir a su cuenta una clave de acceso o una aplicación de autenticación.',
    removed:
      'Se acaba de quitar de su cuenta una clave de acceso o una aplicación de autenticación.',
    reset:
      'El personal de la clínica quitó de su cuenta las claves de acceso y la aplicación de autenticación, y cerró sus sesiones. Inicie sesión con su contraseña y configure una nueva.',
    action: 'Ver mi cuenta',
    closing: 'Si no fue usted, elija ahora mismo una contraseña nueva y llame a la clínica.',
  },
})

/** Notifies the holder of an account of a change of what protects it. `url` is the account page. */
function writeFactorsMail(
  sender: Sender,
  to: { recipient: string; url: string; change: 'added' | 'removed' | 'reset' },
): Mail {
  const t = factorTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t[to.change]],
    action: { label: t.action, url: to.url },
    closing: t.closing,
  })
  return { kind: 'factors-changed', recipient: to.recipient, subject, ...parts }
}

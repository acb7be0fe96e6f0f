import { defineTexts, type Language } from '../../contract/language.ts'
import { mailedPaths, paths } from '../../contract/page-paths.ts'
import { readSender } from '../clinic/read-clinic.ts'
import type { Deps } from '../deps.ts'
import { rules } from '../http/limits.ts'
import { chooseLanguage, readLanguage } from '../language/language.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import type { Mail, Sender } from '../notifications/notification.ts'
import { queueBounded } from '../notifications/queue-mail.ts'
import { findAddress } from './claim-queries.ts'
import { issueConfirmation } from './confirm-email.ts'

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
        const url = publicUrl + mailedPaths.verifyEmailWith(token)
        const write = (sender: Sender) => writeVerificationMail(sender, { recipient, url })
        return queue(languageOf(request), write)
      }
      const language = await readLanguage(query, parts.config, recipient)
      const to = { recipient, url: publicUrl + mailedPaths.joinSignUpWith(token) }
      return queue(language, (sender) => writeSignUpAttemptMail(sender, to))
    },
    /** Not to an address that the account has left since the link was made: all before that have ended. */
    async sendReset(
      { id, email: recipient }: { id: string; email: string },
      token: string,
      request?: Request,
    ) {
      if ((await findAddress(query, id))?.address !== recipient) return
      const url = publicUrl + mailedPaths.resetPasswordWith(token)
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

const changedTexts = defineTexts({
  en: {
    subject: (clinic: string) => `Your password for ${clinic} was changed`,
    what: 'The password of your account was changed just now. Wherever you were signed in, the new one is asked for.',
    action: 'Log in',
    closing:
      'If it was not you, choose Forgot Password on the log-in page at once: a new password shuts everybody else out. Then please call us.',
  },
  es: {
    subject: (clinic: string) => `Se cambió su contraseña de ${clinic}`,
    what: 'La contraseña de su cuenta se acaba de cambiar. Donde tenía la sesión iniciada, se le pedirá la nueva.',
    action: 'Iniciar sesión',
    closing:
      'Si no fue usted, elija ahora mismo «¿Olvidó su contraseña?» en la página de inicio de sesión: una contraseña nueva deja fuera a cualquier otra persona. Después llámenos, por favor.',
  },
})

/** Notifies the owner of an account that its password was changed. `url` is the log-in page. */
export function writePasswordChangedMail(
  sender: Sender,
  { recipient, url }: { recipient: string; url: string },
): Mail {
  const t = changedTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.what],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'password-changed', recipient, subject, ...parts }
}

const attemptTexts = defineTexts({
  en: {
    subject: (clinic: string) => `You already have an account with ${clinic}`,
    what: 'Somebody has just signed up with your address. You already have an account with us, which was not changed and cannot be seen from there.',
    ifYou:
      'If it was you, follow the link and add what you book there to your account; until then it is separate. The link works for one day. Or just log in with your old password; if you do not remember it, choose Forgot Password there.',
    action: 'Was it you?',
    closing:
      'If it was not you, you need not do anything. Or follow the link and choose "This was not me" there: the second sign-up is removed at once.',
  },
  es: {
    subject: (clinic: string) => `Usted ya tiene una cuenta con ${clinic}`,
    what: 'Alguien acaba de registrarse con su correo. Usted ya tiene una cuenta con nosotros; no cambió nada en ella y desde allí no se puede ver.',
    ifYou:
      'Si fue usted, abra el enlace y añada a su cuenta lo que reserve allí; hasta entonces queda aparte. El enlace sirve durante un día. O inicie sesión con su contraseña anterior; si no la recuerda, elija allí «¿Olvidó su contraseña?».',
    action: '¿Fue usted?',
    closing:
      'Si no fue usted, no tiene que hacer nada. O abra el enlace y elija «No fui yo»: el segundo registro se elimina de inmediato.',
  },
})

/**
 * Notifies the owner of an account of a second sign-up with its address. Nothing that was typed there is
 * quoted. `url` leads to where the owner joins the two, or ends the second, for a day.
 */
export function writeSignUpAttemptMail(
  sender: Sender,
  { recipient, url }: { recipient: string; url: string },
): Mail {
  const t = attemptTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.what, t.ifYou],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'sign-up-attempt', recipient, subject, ...parts }
}

const resetTexts = defineTexts({
  en: {
    subject: (clinic: string) => `Choose a new password for ${clinic}`,
    how: 'You asked us to help you with your password. Here you can choose a new one; the link works once, for one hour.',
    elsewhere: 'Wherever you are still signed in, you will be asked for the new password.',
    action: 'Choose a new password',
    closing:
      'If you did not ask for this, you can leave this mail alone. Your password stays as it is.',
  },
  es: {
    subject: (clinic: string) => `Elija una contraseña nueva para ${clinic}`,
    how: 'Nos pidió ayuda con su contraseña. Aquí puede elegir una nueva; el enlace sirve una sola vez, durante una hora.',
    elsewhere: 'Donde todavía tenga la sesión iniciada, se le pedirá la contraseña nueva.',
    action: 'Elegir una contraseña nueva',
    closing:
      'Si usted no lo pidió, no haga caso de este correo. Su contraseña sigue siendo la misma.',
  },
})

/** Lets the owner of an account choose a new password. The link is valid for an hour, and once. */
export function writeResetMail(
  sender: Sender,
  { recipient, url }: { recipient: string; url: string },
): Mail {
  const t = resetTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.how, t.elsewhere],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'password-reset', recipient, subject, ...parts }
}

const verificationTexts = defineTexts({
  en: {
    subject: (clinic: string) => `Please confirm your e-mail address for ${clinic}`,
    welcome: 'Welcome. You have made an account with us.',
    why: 'Please confirm that this address is yours, so that what we send about your appointments reaches you. The link works for one day.',
    action: 'Confirm your address',
    closing:
      'If you did not make an account with us, you need not do anything. Or follow the link and choose "This was not me" there: the account is removed at once.',
  },
  es: {
    subject: (clinic: string) => `Confirme su correo electrónico para ${clinic}`,
    welcome: 'Le damos la bienvenida. Ha creado una cuenta con nosotros.',
    why: 'Confirme que esta dirección es suya, para que le llegue lo que le enviemos sobre sus citas. El enlace sirve durante un día.',
    action: 'Confirmar mi correo',
    closing:
      'Si usted no creó una cuenta con nosotros, no tiene que hacer nada. O abra el enlace y elija «No fui yo»: la cuenta se elimina de inmediato.',
  },
})

/**
 * Asks the owner of an address to confirm it. No text typed at the sign-up is quoted, since the address may
 * be another person's. The link is valid for a day.
 */
export function writeVerificationMail(
  sender: Sender,
  { recipient, url }: { recipient: string; url: string },
): Mail {
  const t = verificationTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.welcome, t.why],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'verification', recipient, subject, ...parts }
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

const deviceTexts = defineTexts({
  en: {
    subject: (clinic: string) => `A new device logged in to your account with ${clinic}`,
    on: (browser: string, system: string) =>
      `Your account was logged in to just now with ${browser} on ${system}, which was not used for it before.`,
    somewhere:
      'Your account was logged in to just now with a browser that was not used for it before.',
    fine: 'If it was you, there is nothing to do: we know this browser from now on.',
    action: 'See where I am logged in',
    closing:
      'If it was not you, choose Forgot Password on the log-in page at once: a new password shuts everybody else out. Then please call us.',
  },
  es: {
    subject: (clinic) => `Un dispositivo nuevo inició sesión en su cuenta de ${clinic}`,
    on: (browser, system) =>
      `Se acaba de iniciar sesión en su cuenta con ${browser} en ${system}, que hasta ahora no se había usado para ella.`,
    somewhere:
      'Se acaba de iniciar sesión en su cuenta con un navegador que hasta ahora no se había usado para ella.',
    fine: 'Si fue usted, no tiene que hacer nada: desde ahora conocemos este navegador.',
    action: 'Ver dónde tengo sesiones',
    closing:
      'Si no fue usted, elija ahora mismo «¿Olvidó su contraseña?» en la página de inicio de sesión: una contraseña nueva deja fuera a cualquier otra persona. Después llámenos, por favor.',
  },
})

type About = { recipient: string; url: string; browser: string | null; system: string | null }

/** Notifies the holder of an account of a sign-in by an unknown browser. `url` is the account page. */
export function writeNewDeviceMail(
  sender: Sender,
  { recipient, url, browser, system }: About,
): Mail {
  const t = deviceTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [browser && system ? t.on(browser, system) : t.somewhere, t.fine],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'new-device', recipient, subject, ...parts }
}

const changeTexts = defineTexts({
  en: {
    subject: (clinic: string) => `Please confirm your new e-mail address for ${clinic}`,
    what: 'Somebody who is signed in with us wants to use this address for their account.',
    how: 'If it was you, follow the link and confirm it. From then on you log in with this address, and what we send about your appointments comes here. The link works for one day.',
    action: 'Confirm the new address',
    closing: 'If it was not you, you need not do anything: without the link, nothing happens.',
  },
  es: {
    subject: (clinic: string) => `Confirme su nuevo correo electrónico para ${clinic}`,
    what: 'Alguien que tiene una sesión iniciada con nosotros quiere usar esta dirección para su cuenta.',
    how: 'Si fue usted, abra el enlace y confírmela. Desde entonces iniciará sesión con esta dirección y aquí le llegará lo que le enviemos sobre sus citas. El enlace sirve durante un día.',
    action: 'Confirmar la nueva dirección',
    closing: 'Si no fue usted, no tiene que hacer nada: sin el enlace no cambia nada.',
  },
})

/**
 * Asks the reader of an address whether it is to be an account's. It is the same whether the address has
 * an account or not, and nothing of whose it would be is quoted.
 */
export function writeEmailChangeMail(
  sender: Sender,
  { recipient, url }: { recipient: string; url: string },
): Mail {
  const t = changeTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.what, t.how],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'email-change', recipient, subject, ...parts }
}

const noticeTexts = defineTexts({
  en: {
    subject: (clinic: string) => `Your e-mail address for ${clinic} is being changed`,
    what: (email: string) =>
      `You asked us to use ${email} for your account. It counts once it is confirmed there; until then this address stays.`,
    stop: 'If it was not you, stop it. That works for seven days, also once the new address is confirmed: your account gets this address back, and anyone who is signed in is signed out.',
    action: 'Stop the change',
    closing: 'If it was you, there is nothing to do here.',
  },
  es: {
    subject: (clinic: string) => `Se está cambiando su correo electrónico de ${clinic}`,
    what: (email) =>
      `Usted nos pidió usar ${email} para su cuenta. Valdrá cuando se confirme allí; hasta entonces se queda esta dirección.`,
    stop: 'Si no fue usted, deténgalo. Puede hacerlo durante siete días, también después de confirmarse la nueva dirección: su cuenta recupera esta dirección y se cierran todas las sesiones.',
    action: 'Detener el cambio',
    closing: 'Si fue usted, aquí no tiene que hacer nada.',
  },
})

/** Notifies the present address of an account that another is to take its place, and how to stop that. */
export function writeEmailChangeNotice(
  sender: Sender,
  { recipient, newEmail, url }: { recipient: string; newEmail: string; url: string },
): Mail {
  const t = noticeTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.what(newEmail), t.stop],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'email-change-notice', recipient, subject, ...parts }
}

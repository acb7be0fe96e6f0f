import { useState } from 'react'
import { accountEndpoints } from '../../contract/identity/account.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { useLinkToken } from '../data/address.ts'
import { call } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { IdentityFrame } from './identity-form.tsx'
import { useSession } from './session/session.tsx'

export const head = {
  title: defineTexts({
    en: 'Stop the change of your address',
    es: 'Detener el cambio de su dirección',
  }),
}

const stopTexts = defineTexts({
  en: {
    title: 'Stop the change of your address',
    lead: 'Press the button if you did not ask for another e-mail address. Your account has this address again, and anyone who is signed in is signed out.',
    stop: 'Stop the change',
    stopped: 'Your address is safe',
    stoppedLead:
      'The change is stopped, everybody is signed out, and the old password no longer works. Please go to the login, enter your address and choose Forgot Password.',
    login: 'Login',
  },
  es: {
    title: 'Detener el cambio de su dirección',
    lead: 'Pulse el botón si usted no pidió otro correo electrónico. Su cuenta vuelve a tener esta dirección y se cierran todas las sesiones.',
    stop: 'Detener el cambio',
    stopped: 'Su dirección está a salvo',
    stoppedLead:
      'El cambio se detuvo, se cerraron todas las sesiones y la contraseña anterior ya no sirve. Vaya al inicio de sesión, escriba su dirección y elija «¿Olvidó su contraseña?».',
    login: 'Iniciar sesión',
  },
})

/** Where the mail to the former address leads; no session is asked for, since it may be another's. */
export function StopChangePage() {
  const token = useLinkToken() ?? ''
  return <StopChange key={token} token={token} />
}

function StopChange({ token }: { token: string }) {
  const t = useTexts(stopTexts)
  const { refresh } = useSession()
  const [isStopped, setStopped] = useState(false)
  const action = useAction({
    send: () => call(accountEndpoints.stopEmailChange, { body: { token } }),
    async onDone() {
      setStopped(true)
      await refresh().catch(() => {})
    },
  })
  if (isStopped) {
    return (
      <IdentityFrame title={t.stopped} lead={t.stoppedLead} isNew>
        <p>
          <ButtonLink to={paths.login}>{t.login}</ButtonLink>
        </p>
      </IdentityFrame>
    )
  }
  return (
    <IdentityFrame title={t.title} lead={t.lead}>
      <div className="identity-form">
        <Button busy={action.pending} onClick={() => void action.run(undefined)}>
          {t.stop}
        </Button>
        <ErrorLine>{action.refusal?.message}</ErrorLine>
      </div>
    </IdentityFrame>
  )
}

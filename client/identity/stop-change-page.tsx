import { type ReactNode, useState } from 'react'
import { accountEndpoints } from '../../contract/identity/account.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { useLinkToken } from '../data/address.ts'
import { call } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { ClinicPhone } from '../domain/clinic-phone.tsx'
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
    over: 'This link no longer works',
    overLead:
      'It works once and for seven days, so the change may be stopped already. If you cannot log in with your address, call us:',
    login: 'Login',
  },
  es: {
    title: 'Detener el cambio de su dirección',
    lead: 'Pulse el botón si usted no pidió otro correo electrónico. Su cuenta vuelve a tener esta dirección y se cierran todas las sesiones.',
    stop: 'Detener el cambio',
    stopped: 'Su dirección está a salvo',
    stoppedLead:
      'El cambio se detuvo, se cerraron todas las sesiones y la contraseña anterior ya no sirve. Vaya al inicio de sesión, escriba su dirección y elija «¿Olvidó su contraseña?».',
    over: 'Este enlace ya no funciona',
    overLead:
      'Sirve una sola vez y durante siete días, así que quizá el cambio ya se detuvo. Si no puede iniciar sesión con su dirección, llámenos:',
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
  const [end, setEnd] = useState<'stopped' | 'over'>()
  const action = useAction({
    send: () => call(accountEndpoints.stopEmailChange, { body: { token } }),
    async onDone() {
      setEnd('stopped')
      await refresh().catch(() => {})
    },
    onRefused: ({ code }) => code === 'link_over' && setEnd('over'),
  })
  if (end === 'stopped') return <Ended title={t.stopped} lead={t.stoppedLead} />
  if (end === 'over') {
    const lead = (
      <>
        {t.overLead} <ClinicPhone />
      </>
    )
    return <Ended title={t.over} lead={lead} />
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

function Ended({ title, lead }: { title: string; lead: ReactNode }) {
  return (
    <IdentityFrame title={title} lead={lead} isNew>
      <p>
        <ButtonLink to={paths.login}>{useTexts(stopTexts).login}</ButtonLink>
      </p>
    </IdentityFrame>
  )
}

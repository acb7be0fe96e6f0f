import { useState } from 'react'
import { defineTexts } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import { roleTexts } from '../../../contract/role-texts.ts'
import type { Role } from '../../../contract/roles.ts'
import { invitationEndpoints } from '../../../contract/users/endpoints.ts'
import { useLinkToken } from '../../data/address.ts'
import { call } from '../../data/api.ts'
import { useAction } from '../../data/use-action.ts'
import { read, useRead } from '../../data/use-read.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { IdentityFrame } from '../identity-form.tsx'
import { withOrigin } from '../origin.ts'
import { askAgain } from '../own-role.ts'
import { useKnownSession, useSession } from '../session/session.tsx'

export const head = {
  title: defineTexts({ en: 'Invitation', es: 'Invitación' }),
}

const texts = defineTexts({
  en: {
    title: 'You are invited to the team',
    lead: (role: string, email: string) =>
      `Your role will be ${role}. The invitation is for ${email}.`,
    how: 'Sign up or sign in with this address, then accept.',
    signUp: 'Sign up',
    logIn: 'Login',
    accept: 'Accept the invitation',
    another: (email: string) =>
      `You are signed in as ${email}. Sign out, and come back by the link.`,
    signOut: 'Sign Out',
    done: 'Welcome to the team',
    doneLead: (role: string) => `Your role is ${role} from now on.`,
    toDashboard: 'Go to the schedule',
    over: 'This invitation does not work any more',
    overLead: 'It was used or withdrawn, or seven days have passed. Ask the clinic for a new one.',
  },
  es: {
    title: 'Le invitan al equipo',
    lead: (role, email) => `Su rol será ${role}. La invitación es para ${email}.`,
    how: 'Cree una cuenta o inicie sesión con esta dirección y luego acepte.',
    signUp: 'Crear cuenta',
    logIn: 'Iniciar sesión',
    accept: 'Aceptar la invitación',
    another: (email) => `Ha iniciado sesión como ${email}. Cierre sesión y vuelva por el enlace.`,
    signOut: 'Cerrar sesión',
    done: 'Le damos la bienvenida al equipo',
    doneLead: (role) => `Desde ahora su rol es ${role}.`,
    toDashboard: 'Ir a la agenda',
    over: 'Esta invitación ya no sirve',
    overLead: 'Se usó o se retiró, o pasaron siete días. Pida otra a la clínica.',
  },
})

type Invited = { email: string; role: Role }

/** The page that the link of an invitation opens. Nothing is accepted before a button is pressed. */
export function InvitationPage() {
  const token = useLinkToken()
  return <Invitation key={token ?? ''} token={token} />
}

function Invitation({ token }: { token: string | undefined }) {
  const t = texts[useLanguage()]
  const { data, error, reload } = useRead(
    read(invitationEndpoints.readInvitation, { body: { token: token ?? '' } }),
    { enabled: token !== undefined },
  )
  const [role, setRole] = useState<Role>()
  if (role) return <Accepted role={role} />
  if (data === null) return <IdentityFrame title={t.over} lead={t.overLead} />
  if (data && token) return <Open invitation={data} token={token} onAccepted={setRole} />
  return error === undefined ? <PageSpinner /> : <Unread onRetry={reload} />
}

function Unread({ onRetry }: { onRetry: () => void }) {
  const language = useLanguage()
  const { tryAgain, unexpected } = sharedTexts[language]
  return (
    <IdentityFrame title={texts[language].title} lead={unexpected}>
      <Button onClick={onRetry}>{tryAgain}</Button>
    </IdentityFrame>
  )
}

type OpenProps = { invitation: Invited; token: string; onAccepted: (role: Role) => void }

function Open({ invitation: { email, role }, token, onAccepted }: OpenProps) {
  const language = useLanguage()
  const t = texts[language]
  const session = useKnownSession()
  const { signOut } = useSession()
  const own = session.user?.email
  const here = paths.invitationWith(token)
  const acceptance = useAction({
    send: () => call(invitationEndpoints.acceptInvitation, { body: { token } }),
    onDone({ role: given }) {
      onAccepted(given)
      if (session.user) askAgain(session.user.id)
    },
  })
  return (
    <IdentityFrame title={t.title} lead={t.lead(roleTexts[language][role], email)}>
      <div className="identity-form">
        {own === undefined && (
          <>
            <p>{t.how}</p>
            <ButtonLink to={withOrigin(paths.signup, here)}>{t.signUp}</ButtonLink>
            <ButtonLink variant="quiet" to={withOrigin(paths.login, here)}>
              {t.logIn}
            </ButtonLink>
          </>
        )}
        {own === email && (
          <Button busy={acceptance.pending} onClick={() => void acceptance.run(undefined)}>
            {t.accept}
          </Button>
        )}
        {own !== undefined && own !== email && (
          <>
            <p>{t.another(own)}</p>
            <Button variant="quiet" onClick={() => void signOut(here)}>
              {t.signOut}
            </Button>
          </>
        )}
        <ErrorLine>{acceptance.refusal?.message}</ErrorLine>
      </div>
    </IdentityFrame>
  )
}

function Accepted({ role }: { role: Role }) {
  const language = useLanguage()
  const t = texts[language]
  return (
    <IdentityFrame title={t.done} lead={t.doneLead(roleTexts[language][role])} isNew>
      <p>
        <ButtonLink to={paths.schedule}>{t.toDashboard}</ButtonLink>
      </p>
    </IdentityFrame>
  )
}

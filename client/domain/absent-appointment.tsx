import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { useTexts } from '../i18n/language.tsx'
import { useSession } from '../identity/session/session.tsx'
import picture from '../ui/art/no-appointments.svg'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ButtonLink } from '../ui/link.tsx'
import './absent-appointment.css'

const absentTexts = defineTexts({
  en: {
    foreign: 'This appointment belongs to somebody else',
    unknown: 'We do not know this appointment',
    signedInAs: (email: string) =>
      `You are signed in as ${email}. If it is yours, please sign in with the e-mail address that it was booked with.`,
    incomplete:
      'The address may be incomplete. Your appointments and what is due are all in one place.',
    toAppointments: 'My Appointments',
  },
  es: {
    foreign: 'Esta cita es de otra persona',
    unknown: 'No conocemos esta cita',
    signedInAs: (email) =>
      `Ha iniciado sesión como ${email}. Si la cita es suya, inicie sesión con el correo electrónico con el que se reservó.`,
    incomplete:
      'Puede que la dirección esté incompleta. Sus citas y lo que queda por pagar están en un mismo lugar.',
    toAppointments: 'Mis citas',
  },
})

export type Absence = 'not_found' | 'forbidden'

/** Shown where the address leads to none of the patient's appointments. */
export function AbsentAppointment({ reason }: { reason: Absence }) {
  const { user } = useSession()
  const t = useTexts(absentTexts)
  const isForeign = reason === 'forbidden'
  return (
    <div className="absent-appointment">
      <EmptyState
        picture={picture}
        title={isForeign ? t.foreign : t.unknown}
        action={<ButtonLink to={paths.dashboard}>{t.toAppointments}</ButtonLink>}
      >
        <p>{isForeign ? t.signedInAs(user?.email ?? '') : t.incomplete}</p>
      </EmptyState>
    </div>
  )
}

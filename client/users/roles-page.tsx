import { Check } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { defineTexts } from '../../contract/language.ts'
import { capabilityTexts, roleTexts } from '../../contract/role-texts.ts'
import { Capability, mayRole, type Role } from '../../contract/roles.ts'
import { Email } from '../../contract/text.ts'
import { type Invitation, invitationEndpoints, StaffRole } from '../../contract/users/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { read, useRead } from '../data/use-read.ts'
import { bySchema } from '../forms/problems.ts'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { useForm } from '../forms/use-form.ts'
import { ClinicInstant, useClinicZone } from '../i18n/clinic-instant.tsx'
import { useLanguage } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Field } from '../ui/fields/field.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { ConfirmModal } from '../ui/modal/modal.tsx'
import './roles-page.css'

const texts = defineTexts({
  en: {
    title: 'Roles',
    intro: 'What each role may do. The server decides by the same table, at every call.',
    table: 'What each role may do',
    may: 'May',
    yes: 'Yes',
    own: 'Own only',
    no: 'No',
    ofDoctors:
      'A doctor’s account is that of the doctor with the same e-mail. It sees this doctor’s own schedule, visits and patients, and nothing of other doctors.',
    ofAll: 'Every account, of whatever role, has its own appointments as a patient.',
  },
  es: {
    title: 'Roles',
    intro: 'Qué puede hacer cada rol. El servidor decide con la misma tabla, en cada consulta.',
    table: 'Qué puede hacer cada rol',
    may: 'Puede',
    yes: 'Sí',
    own: 'Solo lo suyo',
    no: 'No',
    ofDoctors:
      'La cuenta de un doctor es la del doctor con el mismo correo. Ve su propia agenda, sus visitas y sus pacientes, y nada de otros doctores.',
    ofAll: 'Toda cuenta, sea cual sea su rol, tiene sus propias citas como paciente.',
  },
})

const roles = ['desk', 'doctor', 'admin'] as const satisfies readonly Role[]

/** The contract's table of roles in words. */
export function RolesPage() {
  const language = useLanguage()
  const t = texts[language]
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <StaffPage title={t.title} heading={heading}>
      <Invitations heading={heading} />
      <h3>{t.table}</h3>
      <p className="roles-note">{t.intro}</p>
      <table className="roles-table">
        <caption className="visually-hidden">{t.table}</caption>
        <thead>
          <tr>
            <th scope="col">{t.may}</th>
            {roles.map((role) => (
              <th key={role} scope="col">
                {roleTexts[language][role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Capability.options.map((capability) => (
            <tr key={capability}>
              <th scope="row">{capabilityTexts[language][capability]}</th>
              {roles.map((role) => (
                <td key={role}>
                  <Answer role={role} capability={capability} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="roles-note">{t.ofDoctors}</p>
      <p className="roles-note">{t.ofAll}</p>
    </StaffPage>
  )
}

const invitationTexts = defineTexts({
  en: {
    title: 'Invitations',
    what: 'The invitations',
    role: 'Role',
    send: 'Send the invitation',
    sent: (email: string) => `An invitation is on its way to ${email}`,
    hint: 'They get a link that works once, for seven days.',
    none: 'No invitation is open.',
    until: 'open until',
    withdraw: 'Withdraw',
    withdrawOf: (email: string) => `Withdraw the invitation of ${email}`,
    question: (email: string) => `Withdraw the invitation of ${email}?`,
    withdrawWhat: 'The link in the mail opens nothing any more.',
    withdrawn: (email: string) => `The invitation of ${email} is withdrawn`,
  },
  es: {
    title: 'Invitaciones',
    what: 'las invitaciones',
    role: 'Rol',
    send: 'Enviar la invitación',
    sent: (email) => `La invitación va en camino a ${email}`,
    hint: 'Recibe un enlace que sirve una vez, durante siete días.',
    none: 'No hay invitaciones abiertas.',
    until: 'abierta hasta',
    withdraw: 'Retirar',
    withdrawOf: (email) => `Retirar la invitación de ${email}`,
    question: (email) => `¿Retirar la invitación de ${email}?`,
    withdrawWhat: 'El enlace del correo ya no abrirá nada.',
    withdrawn: (email) => `Se retiró la invitación de ${email}`,
  },
})

const touches = [invitationEndpoints.listInvitations]

/** Open invitations to the staff, and a form that invites an address with a role. */
function Invitations({ heading }: { heading: RefObject<HTMLElement | null> }) {
  const t = invitationTexts[useLanguage()]
  return (
    <section className="invitations" aria-labelledby="invitations">
      <h3 id="invitations">{t.title}</h3>
      <InviteForm />
      <OpenInvitations heading={heading} />
    </section>
  )
}

const fields = ['email', 'role'] as const
const check = bySchema(z.object({ email: Email, role: StaffRole }), fields)

function InviteForm() {
  const language = useLanguage()
  const t = invitationTexts[language]
  const start = { email: '', role: 'desk' }
  const form = useForm({
    start,
    fields,
    check,
    saved: () => start,
    send: (body) => call(invitationEndpoints.inviteStaff, { body }),
    touches,
    onDone: ({ email }) => toast.success(t.sent(email)),
  })
  return (
    <form {...form.props} className="invite-form">
      <Field
        {...form.field('email')}
        label={sharedTexts[language].email}
        hint={t.hint}
        type="email"
        autoComplete="off"
        error={form.problems.email}
      />
      <SelectField
        {...form.field('role')}
        label={t.role}
        options={StaffRole.options.map((value) => ({ value, label: roleTexts[language][value] }))}
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <Button type="submit" busy={form.pending}>
        {t.send}
      </Button>
    </form>
  )
}

function OpenInvitations({ heading }: { heading: RefObject<HTMLElement | null> }) {
  const language = useLanguage()
  const t = invitationTexts[language]
  const zone = useClinicZone()
  const { data, error, isLoading, reload } = useRead(read(invitationEndpoints.listInvitations, {}))
  const [leaving, setLeaving] = useState<Invitation>()
  const { subject, ...asked } = useConfirmation(leaving, {
    act: ({ _id: id }) => call(invitationEndpoints.withdrawInvitation, { params: { id } }),
    touches,
    onDone: ({ email }) => {
      toast.success(t.withdrawn(email))
      setLeaving(undefined)
    },
    onClose: () => setLeaving(undefined),
    focusAfterwards: heading,
  })
  if (!data) {
    if (error === undefined) return <Skeleton height="44px" />
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  return (
    <>
      {data.length === 0 && <p className="roles-note">{t.none}</p>}
      <ul className="invitation-list">
        {data.map((one) => (
          <li key={one._id}>
            <strong>{one.email}</strong>
            <span>
              {roleTexts[language][one.role]}, {t.until}{' '}
              <ClinicInstant at={one.expiresAt} zone={zone} />
            </span>
            <Button
              variant="quiet"
              aria-haspopup="dialog"
              aria-label={t.withdrawOf(one.email)}
              onClick={() => setLeaving(one)}
            >
              {t.withdraw}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmModal {...asked} title={t.question(subject?.email ?? '')} confirmLabel={t.withdraw}>
        <p>{t.withdrawWhat}</p>
      </ConfirmModal>
    </>
  )
}

function Answer({ role, capability }: { role: Role; capability: Capability }) {
  const t = texts[useLanguage()]
  if (!mayRole(role, capability)) {
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{t.no}</span>
      </>
    )
  }
  if (role === 'doctor') return t.own
  return (
    <>
      <Icon of={Check} />
      <span className="visually-hidden">{t.yes}</span>
    </>
  )
}

import { Check } from 'lucide-react'
import { useRef } from 'react'
import { defineTexts } from '../../contract/language.ts'
import { capabilityTexts, roleTexts } from '../../contract/role-texts.ts'
import { Capability, mayRole, type Role } from '../../contract/roles.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { useLanguage } from '../i18n/language.tsx'
import { Icon } from '../ui/icon.tsx'
import { Invitations } from './invitations.tsx'
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

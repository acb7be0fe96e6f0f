import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/nothing-free.svg'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ButtonLink } from '../ui/link.tsx'

const texts = defineTexts({
  en: {
    title: 'This page is not part of your role',
    why: 'If you need it for your work, ask an admin of the clinic to change your role.',
    toSchedule: 'Go to the schedule',
  },
  es: {
    title: 'Esta página no forma parte de su rol',
    why: 'Si la necesita para su trabajo, pida a un administrador de la clínica que cambie su rol.',
    toSchedule: 'Ir a la agenda',
  },
})

/** A page that the user's role does not include: not an error, and no reason to sign in again. */
export function NotForRole() {
  const t = useTexts(texts)
  return (
    <EmptyState
      picture={picture}
      title={t.title}
      action={<ButtonLink to={paths.schedule}>{t.toSchedule}</ButtonLink>}
    >
      <p>{t.why}</p>
    </EmptyState>
  )
}

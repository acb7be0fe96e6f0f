import { type RefObject, useEffect } from 'react'
import { paths } from '../../contract/page-paths.ts'
import { focusOnceSettled } from '../forms/use-focus-once-closed.ts'
import { useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/nothing-free.svg'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { patientTexts } from './patient-texts.ts'

type NoPatientProps = { wasKnown: boolean; heading: RefObject<HTMLHeadingElement | null> }

/**
 * `wasKnown`: the record was on the screen and is gone, as that of an erased person without visits. The heading
 * takes the focus then, since the button that had it is gone, too.
 */
export function NoPatient({ wasKnown, heading }: NoPatientProps) {
  const t = useTexts(patientTexts)
  useEffect(() => {
    if (!wasKnown) return
    return focusOnceSettled(heading, () => document.activeElement === document.body)
  }, [wasKnown, heading])
  return (
    <>
      <h2 id="patient-heading" className="visually-hidden" ref={heading} tabIndex={-1}>
        {t.patient}
      </h2>
      <EmptyState
        picture={picture}
        title={wasKnown ? t.gone : t.unknown}
        action={<ButtonLink to={paths.patients}>{t.allPatients}</ButtonLink>}
      >
        <p>{wasKnown ? t.goneHint : t.unknownHint}</p>
      </EmptyState>
    </>
  )
}

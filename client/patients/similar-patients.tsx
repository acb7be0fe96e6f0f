import { type RefObject, useState } from 'react'
import { paths } from '../../contract/page-paths.ts'
import {
  type Patient,
  type PatientRow,
  patientEndpoints,
  type SimilarPatient,
} from '../../contract/patients/patient.ts'
import { call } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { describePatient } from '../domain/patients/describe-patient.ts'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { ClinicInstant, useClinicZone } from '../i18n/clinic-instant.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { ButtonLink, Link } from '../ui/link.tsx'
import { ConfirmModal } from '../ui/modal/modal.tsx'
import { patientTexts } from './patient-texts.ts'

type PartProps = { patient: Patient; heading: RefObject<HTMLElement | null> }

/** Who could be the same person, each with a way to merge them into this patient. */
export function SimilarPatients({ patient, heading }: PartProps) {
  const language = useLanguage()
  const t = patientTexts[language]
  const [merging, setMerging] = useState<PatientRow>()
  const { subject, ...asked } = useConfirmation(merging, {
    act: ({ _id: from }) =>
      call(patientEndpoints.mergePatient, { params: { id: patient._id }, body: { from } }),
    touches: [patientEndpoints.readPatient, patientEndpoints.listPatients],
    onDone: ({ name }) => {
      toast.success(t.merged(name))
      setMerging(undefined)
    },
    onClose: () => setMerging(undefined),
    focusAfterwards: heading,
  })
  const gone = subject?.name ?? ''
  return (
    <>
      {patient.similar.length > 0 && (
        <section className="patient-part" aria-label={t.similar}>
          <h3>{t.similar}</h3>
          <p className="patient-aside">{t.similarHint}</p>
          <ul className="patient-list">
            {patient.similar.map((other) => (
              <li key={other._id}>
                <Link to={paths.patient(other._id)}>{other.name}</Link>
                <span className="patient-aside">{describePatient(language, other)}</span>
                {other.holdsAccount ? (
                  <OfAccount patient={patient} other={other} />
                ) : (
                  <Button
                    variant="quiet"
                    className="patient-list-end"
                    aria-haspopup="dialog"
                    aria-label={t.mergeInto(other.name)}
                    onClick={() => setMerging(other)}
                  >
                    {t.merge}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <ConfirmModal
        {...asked}
        title={t.mergeQuestion(gone, patient.name)}
        confirmLabel={t.mergeInto(gone)}
      >
        {subject && (
          <Facts>
            {[
              { label: t.goes, one: subject },
              { label: t.stays, one: patient },
            ].map(({ label, one }) => (
              <Fact key={label} label={label}>
                <strong>{one.name}</strong>
                <p className="patient-aside">{describePatient(language, one)}</p>
              </Fact>
            ))}
          </Facts>
        )}
        <p>{t.mergeWhat(gone)}</p>
        <p>{t.mergeUndo}</p>
      </ConfirmModal>
    </>
  )
}

type OfAccountProps = { patient: Patient; other: SimilarPatient }

/** Who holds an account stays: where this patient holds none, the merge begins at the other's page. */
function OfAccount({ patient, other }: OfAccountProps) {
  const t = useTexts(patientTexts)
  const isHolder = patient.account !== null && patient.relation === null
  if (isHolder) return <span className="patient-aside">{t.bothHold}</span>
  return (
    <>
      <span className="patient-aside">{t.holder}</span>
      <ButtonLink
        variant="quiet"
        className="patient-list-end"
        to={paths.patient(other._id)}
        aria-label={t.mergeThereOf(other.name)}
      >
        {t.mergeThere}
      </ButtonLink>
    </>
  )
}

/** What a change of a patient's record makes stale. */
export const touches = [patientEndpoints.readPatient, patientEndpoints.listPatients]

/** Until when a merge can be taken back, and the way to. */
export function Merges({ patient: { _id: id, merges }, heading }: PartProps) {
  const t = useTexts(patientTexts)
  const zone = useClinicZone()
  const [pressed, setPressed] = useState<string>()
  const { pending, run } = useAction({
    send: ({ _id: merge }: Patient['merges'][number]) =>
      call(patientEndpoints.undoMerge, { params: { id, merge } }),
    touches,
    onDone: (_, { name }) => toast.success(t.undone(name)),
    onRefused: ({ message }) => toast.error(message),
  })
  // The button goes with its merge, also where somebody else was faster.
  useFocusOnceClosed(
    merges.some(({ _id }) => _id === pressed),
    heading,
  )
  if (merges.length === 0) return null
  return (
    <ul className="patient-list">
      {merges.map((merge) => (
        <li key={merge._id}>
          <span>
            {t.mergedBefore(merge.name)} <ClinicInstant at={merge.until} zone={zone} />.
          </span>
          <Button
            variant="quiet"
            busy={pending}
            onClick={() => {
              setPressed(merge._id)
              void run(merge)
            }}
          >
            {t.undo}
          </Button>
        </li>
      ))}
    </ul>
  )
}

import { useState } from 'react'
import {
  type Patient,
  type PatientDraft,
  patientEndpoints,
  patientRefusalTexts,
} from '../../contract/patients/patient.ts'
import { call } from '../data/api.ts'
import { closeForm } from '../forms/leaving.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { useMay } from '../identity/own-role.ts'
import { toast } from '../ui/feedback/toast.ts'
import { Modal } from '../ui/modal/modal.tsx'
import { PatientForm } from './patient-form.tsx'
import { patientTexts } from './patient-texts.ts'
import { touches } from './similar-patients.tsx'

type EditModalProps = {
  patient: Patient
  /** The record was on the screen and cannot be read again. */
  isGone: boolean
  isOpen: boolean
  onClose: () => void
}

/** Edits a patient's record. What is typed stays, with the reason, where the record goes or is merged meanwhile. */
export function EditModal({ patient, isGone, isOpen, onClose }: EditModalProps) {
  const language = useLanguage()
  const t = patientTexts[language]
  const isOver = isGone || patient.erased || patient.mergedInto !== null
  /** As it was while it could be changed. */
  const [live, setLive] = useState(patient)
  if (!isOver && live !== patient) setLive(patient)
  const reason = isGone ? t.goneHint : patientRefusalTexts[language].patient_over
  return (
    <Modal title={t.editOf(live.name)} isOpen={isOpen} onClose={() => closeForm(onClose)}>
      {isOpen && (
        <EditForm
          patient={live}
          over={isOver ? `${reason} ${t.cannotSave}` : undefined}
          onDone={onClose}
        />
      )}
    </Modal>
  )
}

type EditFormProps = { patient: Patient; over: string | undefined; onDone: () => void }

function EditForm({ patient, over, onDone }: EditFormProps) {
  const t = useTexts(patientTexts)
  const { _id: id, name, birthDate, phone, email, language, note, alert } = patient
  const onlyNotes = !useMay()('patientRecords')
  const start: PatientDraft = {
    ...{ name, phone, email, note, alert },
    ...{ birthDate: birthDate ?? '', language: language ?? '' },
  }
  return (
    <PatientForm
      start={start}
      revision={patient.revision}
      hasAccount={patient.account !== null}
      onlyNotes={onlyNotes}
      over={over}
      submitLabel={t.save}
      send={(draft, revision) =>
        onlyNotes
          ? call(patientEndpoints.changePatientNotes, {
              params: { id },
              body: { note: draft.note, alert: draft.alert, revision },
            })
          : call(patientEndpoints.changePatient, { params: { id }, body: { ...draft, revision } })
      }
      touches={touches}
      onDone={() => {
        toast.success(t.saved)
        onDone()
      }}
    />
  )
}

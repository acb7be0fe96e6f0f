import { type RefObject, useRef, useState } from 'react'
import { type Doctor, doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import { planChangeEndpoints } from '../../contract/doctors/plan-changes.ts'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { paths } from '../../contract/page-paths.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { type Reading, read, useRead } from '../data/use-read.ts'
import { AffectedModal, useAffected } from '../forms/affected-modal.tsx'
import { closeForm } from '../forms/leaving.ts'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { breakable } from '../i18n/breakable.tsx'
import { useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/no-appointments.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { ButtonLink } from '../ui/link.tsx'
import { ConfirmModal, Modal } from '../ui/modal/modal.tsx'
import { type Column, Table, TableSkeleton } from '../ui/table.tsx'
import { RecentChanges } from './changes/recent-changes.tsx'
import { DoctorForm } from './doctor-form.tsx'
import { Avatar } from './photo.tsx'
import { doctorsTexts } from './texts.ts'
import './manage-doctors-page.css'

/** Who works at the clinic: change them, or take them off the list. */
export function ManageDoctorsPage() {
  const t = useTexts(doctorsTexts)
  const doctors = useRead(read(doctorEndpoints.listDoctors, {}))
  const [editing, setEditing] = useState<Doctor>()
  const [leaving, setLeaving] = useState<Doctor>()
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <StaffPage title={t.manage} heading={heading}>
      <RecentChanges />
      <Doctors doctors={doctors} onEdit={setEditing} onDelete={setLeaving} />
      <EditDoctorModal doctor={editing} onClose={() => setEditing(undefined)} />
      <DeleteDoctorModal
        doctor={leaving}
        onClose={() => setLeaving(undefined)}
        focusAfterwards={heading}
      />
    </StaffPage>
  )
}

type DoctorsProps = {
  doctors: Reading<Doctor[]>
  onEdit: (doctor: Doctor) => void
  onDelete: (doctor: Doctor) => void
}

function Doctors({ doctors, onEdit, onDelete }: DoctorsProps) {
  const t = useTexts(doctorsTexts)
  const { data, error, isLoading, reload } = doctors
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) {
    const headings = Object.values(t.headings)
    return <TableSkeleton label={t.loading} headings={headings} height="56px" />
  }
  if (data.length === 0) {
    return (
      <EmptyState
        picture={picture}
        title={t.nobody}
        action={<ButtonLink to={paths.addDoctor}>{t.addFirst}</ButtonLink>}
      >
        <p>{t.listedHere}</p>
      </EmptyState>
    )
  }
  return <DoctorsTable doctors={data} onEdit={onEdit} onDelete={onDelete} />
}

type DoctorsTableProps = {
  doctors: readonly Doctor[]
  onEdit: (doctor: Doctor) => void
  onDelete: (doctor: Doctor) => void
}

function DoctorsTable({ doctors, onEdit, onDelete }: DoctorsTableProps) {
  const t = useTexts(doctorsTexts)
  const { index, avatar, name, specialty, action } = t.headings
  const columns: readonly Column<Doctor>[] = [
    { heading: index, cell: (_, row) => row + 1 },
    { heading: avatar, cell: (doctor) => <Avatar img={doctor.img} name={doctor.name} /> },
    { heading: name, cell: (doctor) => <NameAndEmail doctor={doctor} /> },
    { heading: specialty, cell: (doctor) => doctor.specialty },
    {
      heading: action,
      cell: (doctor) => (
        <span className="doctor-actions">
          <ButtonLink
            variant="quiet"
            className="row-button"
            to={paths.doctorWeek(doctor._id)}
            aria-label={t.weekOf(doctor.name)}
          >
            {t.week}
          </ButtonLink>
          <ButtonLink
            variant="quiet"
            className="row-button"
            to={paths.doctorHours(doctor._id)}
            aria-label={t.hoursOf(doctor.name)}
          >
            {t.hours}
          </ButtonLink>
          <ButtonLink
            variant="quiet"
            className="row-button"
            to={paths.doctorAbsence(doctor._id)}
            aria-label={t.absenceOf(doctor.name)}
          >
            {t.absence}
          </ButtonLink>
          <Button
            variant="quiet"
            className="row-button"
            aria-label={t.editOf(doctor.name)}
            onClick={() => onEdit(doctor)}
          >
            {t.edit}
          </Button>
          <Button
            variant="danger"
            className="row-button"
            aria-label={t.deleteOf(doctor.name)}
            onClick={() => onDelete(doctor)}
          >
            {t.delete}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <Table
      caption={t.list}
      hideCaption
      columns={columns}
      rows={doctors}
      rowKey={({ _id }) => _id}
    />
  )
}

function NameAndEmail({ doctor }: { doctor: Doctor }) {
  return (
    <span className="doctor-person">
      {doctor.name}
      <span className="doctor-email">{breakable(doctor.email)}</span>
    </span>
  )
}

type EditDoctorModalProps = {
  /** The doctor to edit; `undefined` while the dialog is closed. */
  doctor: Doctor | undefined
  onClose: () => void
}

function EditDoctorModal({ doctor, onClose }: EditDoctorModalProps) {
  const t = useTexts(doctorsTexts)
  return (
    <Modal
      title={t.editOf(doctor?.name ?? '')}
      isOpen={doctor !== undefined}
      onClose={() => closeForm(onClose)}
    >
      {doctor && (
        <DoctorForm
          key={doctor._id}
          doctor={doctor}
          submitLabel={t.save}
          save={(body) =>
            call(doctorEndpoints.changeDoctor, { params: { email: doctor._id }, body })
          }
          onSaved={({ name }) => {
            toast.success(t.saved(name))
            onClose()
          }}
        />
      )}
    </Modal>
  )
}

const touches = [doctorEndpoints.listDoctors, planChangeEndpoints.listPlanChanges]

type DeleteDoctorModalProps = {
  /** The doctor to delete; `undefined` while the dialog is closed. */
  doctor: Doctor | undefined
  onClose: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

function DeleteDoctorModal({ doctor, onClose, focusAfterwards }: DeleteDoctorModalProps) {
  const t = useTexts(doctorsTexts)
  const { doctorDeleted } = useTexts(messageTexts)
  const onDone = ({ name }: Doctor) => {
    toast.success(doctorDeleted(name))
    onClose()
  }
  const { ask, question } = useAffected({
    send: ({ _id }: Doctor, confirmed) =>
      call(doctorEndpoints.removeDoctor, {
        params: { email: _id },
        query: confirmed ? {} : { unless: 'affected' },
      }),
    touches,
    onConfirmed: (_, removed) => onDone(removed),
  })
  const { subject, ...asked } = useConfirmation(doctor, {
    act: ask,
    touches,
    onDone,
    onClose,
    focusAfterwards,
  })
  const { name = '', email = '' } = subject ?? {}
  const words = { title: t.deleteQuestion(name), confirmLabel: t.deleteOf(name) }
  return (
    <>
      <ConfirmModal {...asked} {...words}>
        <p>{t.offTheList(name, email)}</p>
      </ConfirmModal>
      <AffectedModal {...question} {...words}>
        <p>{t.settledLater}</p>
      </AffectedModal>
    </>
  )
}

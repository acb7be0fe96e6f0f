import { useRef, useState } from 'react'
import type { Doctor } from '../../contract/doctors/doctor.ts'
import { doctorEndpoints } from '../../contract/doctors/endpoints.ts'
import { paths } from '../../contract/page-paths.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { LoadFailure } from '../data/load-failure.tsx'
import { type Reading, read, useRead } from '../data/use-read.ts'
import { useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import { RecentChanges } from './changes/recent-changes.tsx'
import { DeleteDoctorModal } from './delete-doctor-modal.tsx'
import { DoctorsTable } from './doctors-table.tsx'
import { EditDoctorModal } from './edit-doctor-modal.tsx'
import './manage-doctors-page.css'
import { doctorsTexts } from './texts.ts'

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

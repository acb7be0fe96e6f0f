import { useRef, useState } from 'react'
import type { Doctor } from '../../contract/doctor.ts'
import { doctorEndpoints } from '../../contract/doctor-endpoints.ts'
import { call } from '../api.ts'
import { LoadFailure } from '../load-failure.tsx'
import { paths } from '../paths.ts'
import { StaffPage } from '../staff-page.tsx'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import { type Fetched, useFetched } from '../use-fetched.ts'
import { DeleteDoctorModal } from './delete-doctor-modal.tsx'
import { DoctorsTable, doctorHeadings } from './doctors-table.tsx'
import { EditDoctorModal } from './edit-doctor-modal.tsx'
import './manage-doctors-page.css'

/** Who works at the clinic: change them, or take them off the list. */
export function ManageDoctorsPage() {
  const doctors = useFetched('doctors', (signal) =>
    call(doctorEndpoints.listDoctors, {}, { signal }),
  )
  const [editing, setEditing] = useState<Doctor>()
  const [leaving, setLeaving] = useState<Doctor>()
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <StaffPage title="Manage Doctors" heading={heading}>
      <Doctors doctors={doctors} onEdit={setEditing} onDelete={setLeaving} />
      <EditDoctorModal
        doctor={editing}
        onClose={() => setEditing(undefined)}
        onChanged={() => {
          setEditing(undefined)
          doctors.reload()
        }}
      />
      <DeleteDoctorModal
        doctor={leaving}
        onClose={() => setLeaving(undefined)}
        onDeleted={() => {
          setLeaving(undefined)
          doctors.reload()
        }}
        focusAfterwards={heading}
      />
    </StaffPage>
  )
}

type DoctorsProps = {
  doctors: Fetched<Doctor[]>
  onEdit: (doctor: Doctor) => void
  onDelete: (doctor: Doctor) => void
}

function Doctors({ doctors, onEdit, onDelete }: DoctorsProps) {
  const { data, error, isLoading, reload } = doctors
  if (!data && error !== undefined) {
    return <LoadFailure what="The doctors" error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) {
    return <TableSkeleton label="Loading the doctors…" headings={doctorHeadings} height="56px" />
  }
  if (data.length === 0) {
    return (
      <EmptyState
        picture={picture}
        title="No doctors yet"
        action={<ButtonLink to={paths.addDoctor}>Add a doctor</ButtonLink>}
      >
        <p>Whoever treats patients at the clinic is listed here.</p>
      </EmptyState>
    )
  }
  return <DoctorsTable doctors={data} onEdit={onEdit} onDelete={onDelete} />
}

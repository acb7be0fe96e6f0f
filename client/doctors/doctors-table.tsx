import type { Doctor } from '../../contract/doctor.ts'
import { Button } from '../ui/button.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Avatar } from './avatar.tsx'

export const doctorHeadings = ['Index', 'Avatar', 'Name', 'Specialty', 'Action'] as const

type DoctorsTableProps = {
  doctors: readonly Doctor[]
  onEdit: (doctor: Doctor) => void
  onDelete: (doctor: Doctor) => void
}

export function DoctorsTable({ doctors, onEdit, onDelete }: DoctorsTableProps) {
  const [index, avatar, name, specialty, action] = doctorHeadings
  const columns: readonly Column<Doctor>[] = [
    { heading: index, cell: (_, row) => row + 1 },
    { heading: avatar, cell: (doctor) => <Avatar img={doctor.img} name={doctor.name} /> },
    { heading: name, cell: (doctor) => <NameAndEmail doctor={doctor} /> },
    { heading: specialty, cell: (doctor) => doctor.specialty },
    {
      heading: action,
      cell: (doctor) => (
        <span className="doctor-actions">
          <Button
            variant="quiet"
            className="row-button"
            aria-label={`Edit ${doctor.name}`}
            onClick={() => onEdit(doctor)}
          >
            Edit
          </Button>
          <Button
            variant="danger"
            className="row-button"
            aria-label={`Delete ${doctor.name}`}
            onClick={() => onDelete(doctor)}
          >
            Delete
          </Button>
        </span>
      ),
    },
  ]
  return (
    <Table
      caption="Doctors"
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
      <span className="doctor-email">{doctor.email}</span>
    </span>
  )
}

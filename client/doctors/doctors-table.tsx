import type { Doctor } from '../../contract/doctors/doctor.ts'
import { paths } from '../../contract/page-paths.ts'
import { breakable } from '../i18n/breakable.tsx'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Avatar } from './avatar.tsx'
import { doctorsTexts } from './texts.ts'

type DoctorsTableProps = {
  doctors: readonly Doctor[]
  onEdit: (doctor: Doctor) => void
  onDelete: (doctor: Doctor) => void
}

export function DoctorsTable({ doctors, onEdit, onDelete }: DoctorsTableProps) {
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

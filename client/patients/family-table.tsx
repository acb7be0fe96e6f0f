import type { FamilyMember } from '../../contract/patients/dependent.ts'
import { personTexts } from '../domain/person-texts.ts'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { familyTexts } from './texts.ts'

type FamilyTableProps = {
  members: readonly FamilyMember[]
  onEdit: (member: FamilyMember) => void
  onRemove: (member: FamilyMember) => void
}

export function FamilyTable({ members, onEdit, onRemove }: FamilyTableProps) {
  const t = useTexts(familyTexts)
  const { relations } = useTexts(personTexts)
  const columns: readonly Column<FamilyMember>[] = [
    { heading: t.headings.name, cell: ({ name }) => name },
    { heading: t.headings.relation, cell: ({ relation }) => relations[relation] },
    {
      heading: t.headings.action,
      cell: (member) => (
        <div className="family-actions">
          <Button
            variant="quiet"
            className="row-button"
            aria-label={t.editOf(member.name)}
            onClick={() => onEdit(member)}
          >
            {t.edit}
          </Button>
          <Button
            variant="quiet"
            className="row-button"
            aria-label={t.removeOf(member.name)}
            onClick={() => onRemove(member)}
          >
            {t.remove}
          </Button>
        </div>
      ),
    },
  ]
  return (
    <Table
      caption={t.list}
      hideCaption
      columns={columns}
      rows={members}
      rowKey={({ _id }) => _id}
    />
  )
}

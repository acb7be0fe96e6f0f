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
  const say = useTexts(familyTexts)
  const { relations } = useTexts(personTexts)
  const columns: readonly Column<FamilyMember>[] = [
    { heading: say.headings.name, cell: ({ name }) => name },
    { heading: say.headings.relation, cell: ({ relation }) => relations[relation] },
    {
      heading: say.headings.action,
      cell: (member) => (
        <div className="family-actions">
          <Button
            variant="quiet"
            className="row-button"
            aria-label={say.editOf(member.name)}
            onClick={() => onEdit(member)}
          >
            {say.edit}
          </Button>
          <Button
            variant="quiet"
            className="row-button"
            aria-label={say.removeOf(member.name)}
            onClick={() => onRemove(member)}
          >
            {say.remove}
          </Button>
        </div>
      ),
    },
  ]
  return (
    <Table
      caption={say.list}
      hideCaption
      columns={columns}
      rows={members}
      rowKey={({ _id }) => _id}
    />
  )
}

import { useRef, useState } from 'react'
import type { FamilyMember } from '../../contract/patients/dependent.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { type Fetched, useFetched } from '../data/use-fetched.ts'
import { useTexts } from '../i18n/language.tsx'
import { listTexts } from '../i18n/texts-lists.ts'
import { useSession } from '../identity/session.tsx'
import { Note } from '../ui/note.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import { AddMember } from './add-member.tsx'
import { EditMemberModal } from './edit-member-modal.tsx'
import './family-page.css'
import { FamilyTable } from './family-table.tsx'
import { RemoveMemberModal } from './remove-member-modal.tsx'
import { familyTexts } from './texts.ts'

/** Whom the patient books for besides themself. */
export function FamilyPage() {
  const t = useTexts(familyTexts)
  const family = useFetched(useSession().user?.email ?? '', (signal) =>
    call(familyEndpoints.listFamily, {}, { signal }),
  )
  const [editing, setEditing] = useState<FamilyMember>()
  const [leaving, setLeaving] = useState<FamilyMember>()
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <StaffPage title={t.title} heading={heading}>
      <p className="family-intro">{t.intro}</p>
      <Family family={family} onEdit={setEditing} onRemove={setLeaving} />
      <EditMemberModal
        member={editing}
        onClose={() => setEditing(undefined)}
        onChanged={() => {
          setEditing(undefined)
          family.reload()
        }}
      />
      <RemoveMemberModal
        member={leaving}
        onClose={() => setLeaving(undefined)}
        onRemoved={() => {
          setLeaving(undefined)
          family.reload()
        }}
        focusAfterwards={heading}
      />
    </StaffPage>
  )
}

type FamilyProps = {
  family: Fetched<FamilyMember[]>
  onEdit: (member: FamilyMember) => void
  onRemove: (member: FamilyMember) => void
}

function Family({ family, onEdit, onRemove }: FamilyProps) {
  const t = useTexts(familyTexts)
  const { isOld } = useTexts(listTexts)
  const { data, error, isLoading, reload } = family
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) {
    const headings = Object.values(t.headings)
    return <TableSkeleton label={t.loading} headings={headings} rows={2} height="44px" />
  }
  return (
    <>
      {error !== undefined && <Note>{isOld}</Note>}
      {data.length > 0 ? (
        <FamilyTable members={data} onEdit={onEdit} onRemove={onRemove} />
      ) : (
        <div className="family-nobody">
          <h3>{t.nobody}</h3>
          <p>{t.nobodyText}</p>
        </div>
      )}
      <AddMember count={data.length} onAdded={reload} />
    </>
  )
}

import { useState } from 'react'
import type { FamilyMember } from '../../contract/patients/dependent.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import { call } from '../data/api.ts'
import { useTexts } from '../i18n/language.tsx'
import { Modal } from '../ui/modal.tsx'
import { toast } from '../ui/toast.ts'
import { MemberForm } from './member-form.tsx'
import { familyTexts } from './texts.ts'

type EditMemberModalProps = {
  /** Whom to change; absent while nobody is. */
  member: FamilyMember | undefined
  onClose: () => void
  onChanged: () => void
}

export function EditMemberModal({ member, onClose, onChanged }: EditMemberModalProps) {
  const t = useTexts(familyTexts)
  // Stays while the dialog leaves.
  const [shown, setShown] = useState(member)
  if (member && member !== shown) setShown(member)
  return (
    <Modal title={t.editOf(shown?.name ?? '')} isOpen={member !== undefined} onClose={onClose}>
      {shown && (
        <div className="edit-member">
          <MemberForm
            key={shown._id}
            member={shown}
            submitLabel={t.save}
            save={(body) =>
              call(familyEndpoints.changeFamilyMember, { params: { id: shown._id }, body })
            }
            onSaved={({ name }) => {
              toast.success(t.saved(name))
              onChanged()
            }}
          />
          <p className="edit-member-note">{t.keepsName}</p>
        </div>
      )}
    </Modal>
  )
}

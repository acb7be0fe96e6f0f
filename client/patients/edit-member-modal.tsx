import type { FamilyMember } from '../../contract/patients/dependent.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import { call } from '../data/api.ts'
import { touch } from '../data/touch.ts'
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
  return (
    <Modal title={t.editOf(member?.name ?? '')} isOpen={member !== undefined} onClose={onClose}>
      {member && (
        <div className="edit-member">
          <MemberForm
            key={member._id}
            member={member}
            submitLabel={t.save}
            save={(body) =>
              call(familyEndpoints.changeFamilyMember, { params: { id: member._id }, body })
            }
            onSaved={({ name }) => {
              touch(familyEndpoints.listFamily)
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

import { type FormEvent, useState } from 'react'
import type { FamilyDraft, FamilyMember } from '../../contract/patients/dependent.ts'
import { MemberFields } from '../domain/member-fields.tsx'
import { useMemberDraft } from '../domain/use-member-draft.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'

type MemberFormProps = {
  /** As they are now; absent for somebody new. */
  member?: FamilyMember
  submitLabel: string
  save: (draft: FamilyDraft) => Promise<FamilyMember>
  onSaved: (member: FamilyMember) => void
}

/** Name and relation of somebody of the family. */
export function MemberForm({ member, submitLabel, save, onSaved }: MemberFormProps) {
  const typed = useMemberDraft<HTMLFormElement>(member)
  const [busy, setBusy] = useState(false)
  const { name } = useTexts(sharedTexts)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const saved = await typed.save(save)
    setBusy(false)
    if (saved) onSaved(saved)
  }

  return (
    <form className="member-form" ref={typed.place} onSubmit={submit} noValidate aria-busy={busy}>
      <MemberFields
        nameLabel={name}
        draft={typed.draft}
        problem={typed.problem}
        onChange={typed.change}
      />
      <Button type="submit" busy={busy}>
        {submitLabel}
      </Button>
      <ErrorLine>{typed.failure}</ErrorLine>
    </form>
  )
}

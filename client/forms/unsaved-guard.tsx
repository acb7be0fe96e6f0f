import { useContext, useEffect, useState } from 'react'
import type { Language } from '../../contract/language.ts'
import { useTexts } from '../i18n/language.tsx'
import { listTexts } from '../i18n/texts-lists.ts'
import { ConfirmModal, InDialog } from '../ui/modal/modal.tsx'
import { guard, holdTab } from './leaving.ts'

type UnsavedGuardProps = {
  when: boolean
  /** The form of a dialog is being sent. */
  pending?: boolean
  /** Where something other than what was typed is left. */
  words?: LeaveWords
}

type LeaveWords = Pick<
  (typeof listTexts)[Language],
  'leaveQuestion' | 'leave' | 'stay' | 'notSaved'
>

/**
 * Asks before something typed is left unsaved: by a link of ours, by the way back in the browser's history, by
 * what `leaving.ts` runs, by closing the tab, by a reload.
 */
export function UnsavedGuard({ when, pending = false, words }: UnsavedGuardProps) {
  const texts = useTexts(listTexts)
  const t = words ?? texts
  const [wanted, setWanted] = useState<{ go: () => void }>()
  const isInDialog = useContext(InDialog)
  useEffect(() => {
    if (!when && !pending) return
    return guard({ isPending: pending, isInDialog, ask: (go) => setWanted({ go }) })
  }, [when, pending, isInDialog])
  useEffect(() => {
    if (when && !pending) return holdTab()
  }, [when, pending])

  return (
    <ConfirmModal
      title={t.leaveQuestion}
      confirmLabel={t.leave}
      keepLabel={t.stay}
      isOpen={wanted !== undefined}
      onConfirm={() => {
        setWanted(undefined)
        wanted?.go()
      }}
      onClose={() => setWanted(undefined)}
    >
      <p>{t.notSaved}</p>
    </ConfirmModal>
  )
}

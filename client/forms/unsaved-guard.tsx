import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../i18n/language.tsx'
import { listTexts } from '../i18n/texts-lists.ts'
import { ConfirmModal } from '../ui/modal/modal.tsx'
import { guard } from './leaving.ts'

type UnsavedGuardProps = {
  when: boolean
  /** The form of a dialog is being sent. */
  pending?: boolean
}

/**
 * Asks before something typed is left unsaved: by a link of ours, by what `leaving.ts` runs, by closing the tab,
 * by a reload. The way back in the browser's history cannot be held up by a page.
 */
export function UnsavedGuard({ when, pending = false }: UnsavedGuardProps) {
  const t = useTexts(listTexts)
  const [wanted, setWanted] = useState<{ go: () => void }>()
  const navigate = useNavigate()

  const onLink = useEffectEvent((event: MouseEvent) => {
    const to = placeOf(event)
    if (to === undefined) return
    event.preventDefault()
    // A page may have several forms, and asks once.
    event.stopImmediatePropagation()
    setWanted({ go: () => void navigate(to) })
  })
  useEffect(() => {
    if (!when && !pending) return
    return guard({ isPending: pending, ask: (go) => setWanted({ go }) })
  }, [when, pending])
  useEffect(() => {
    if (!when || pending) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    // Before the router sees it.
    const onClick = (event: MouseEvent) => onLink(event)
    window.addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, { capture: true })
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, { capture: true })
    }
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

/** Where a click leads to inside the portal; undefined where this page stays open. */
function placeOf(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey
  if (!link || elsewhere || link.target === '_blank' || link.hasAttribute('download')) {
    return undefined
  }
  if (link.origin !== location.origin) return undefined
  const isHere = link.pathname === location.pathname
  if (isHere && (link.hash || link.search === location.search)) return undefined
  return link.pathname + link.search + link.hash
}

import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../i18n/language.tsx'
import { listTexts } from '../i18n/texts-lists.ts'
import { ConfirmModal } from '../ui/modal/modal.tsx'

/**
 * Asks before something typed is left unsaved: by a link of ours, by closing the tab, by a reload.
 * The way back in the browser's history cannot be held up by a page.
 */
export function UnsavedGuard({ when }: { when: boolean }) {
  const t = useTexts(listTexts)
  const [wanted, setWanted] = useState<string>()
  const navigate = useNavigate()

  const onLink = useEffectEvent((event: MouseEvent) => {
    const to = placeOf(event)
    if (to === undefined) return
    event.preventDefault()
    // A page may have several forms, and asks once.
    event.stopImmediatePropagation()
    setWanted(to)
  })
  useEffect(() => {
    if (!when) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    // Before the router sees it.
    const onClick = (event: MouseEvent) => onLink(event)
    window.addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, { capture: true })
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, { capture: true })
    }
  }, [when])

  return (
    <ConfirmModal
      title={t.leaveQuestion}
      confirmLabel={t.leave}
      keepLabel={t.stay}
      isOpen={wanted !== undefined}
      onConfirm={() => wanted !== undefined && void navigate(wanted)}
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
  if (link.hash && link.pathname === location.pathname) return undefined
  return link.pathname + link.search + link.hash
}

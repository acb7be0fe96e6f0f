import { Suspense } from 'react'
import { useMoving } from '../data/moving.ts'
import './moving-note.css'
import { lazyPage } from './feature-route.tsx'

const MovingText = lazyPage<{ isWorkspace: boolean }>(async () => {
  const file = await import('./moving-text.tsx').catch(() => undefined)
  return file?.MovingText ?? (() => null)
})

/**
 * On every page while the data is moved to another place. Its live region is rendered before it has text, so
 * that screen readers announce it.
 */
export function MovingNote({ isWorkspace }: { isWorkspace: boolean }) {
  const isMoving = useMoving()
  return (
    <div className="moving-note" role="status">
      {isMoving && (
        <Suspense fallback={null}>
          <MovingText isWorkspace={isWorkspace} />
        </Suspense>
      )}
    </div>
  )
}

import { defineTexts } from '../../contract/language.ts'
import { useTexts } from '../i18n/language.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { ApiError } from './api.ts'

const loadTexts = defineTexts({
  en: {
    offlineTitle: 'You are offline',
    offline:
      'This page comes back by itself as soon as you are connected. Your appointments are safe.',
    failed: (what: string) => `${what} did not load`,
    unexpected: 'Something went wrong on our side. Please try again in a moment.',
  },
  es: {
    offlineTitle: 'No tiene conexión',
    offline: 'Esta página volverá por sí sola en cuanto se conecte. Sus citas están a salvo.',
    // In the middle of the sentence, where English begins with it.
    failed: (what: string) => `No pudimos cargar ${what.charAt(0).toLowerCase()}${what.slice(1)}`,
    unexpected: 'Algo falló de nuestro lado. Inténtelo de nuevo en un momento, por favor.',
  },
})

type LoadFailureProps = {
  /** The subject that did not load, as at the start of a title: 'The users', in Spanish 'los usuarios'. */
  what: string
  error: unknown
  onRetry: () => void
  busy: boolean
}

/** Being offline ends by itself (use-read.ts); any other failure offers a retry. */
export function LoadFailure({ what, error, onRetry, busy }: LoadFailureProps) {
  const t = useTexts(loadTexts)
  const isOffline = !navigator.onLine
  return (
    <ErrorState title={isOffline ? t.offlineTitle : t.failed(what)} onRetry={onRetry} busy={busy}>
      {isOffline ? t.offline : error instanceof ApiError ? error.message : t.unexpected}
    </ErrorState>
  )
}

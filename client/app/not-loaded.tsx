import { defineTexts } from '../../contract/language.ts'
import { useTexts } from '../i18n/language.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'

const why = defineTexts({
  en: 'The connection may be gone, or we have just updated the portal. Nothing you have booked is affected.',
  es: 'Quizá no haya conexión, o acabamos de actualizar el portal. Lo que tiene reservado sigue igual.',
})

/** Shown in place of a page whose script did not load. */
export function NotLoaded({ title }: { title: string }) {
  return (
    <div className="page">
      <ErrorState title={title} onRetry={() => window.location.reload()}>
        {useTexts(why)}
      </ErrorState>
    </div>
  )
}

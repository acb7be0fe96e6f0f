import type { MessageState } from '../../contract/contact/endpoints.ts'
import { useTexts } from '../i18n/language.tsx'
import { inboxTexts } from './texts.ts'

export function StateMark({ state }: { state: MessageState }) {
  const { states } = useTexts(inboxTexts)
  return <span className={`message-state message-state-${state}`}>{states[state]}</span>
}

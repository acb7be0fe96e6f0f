import type { MessageState } from '../../contract/message-endpoints.ts'
import { useTexts } from '../language.tsx'
import { inboxTexts } from './texts.ts'

export function StateMark({ state }: { state: MessageState }) {
  const { states } = useTexts(inboxTexts)
  return <span className={`message-state message-state-${state}`}>{states[state]}</span>
}

import type { MessageState } from '../../contract/message-endpoints.ts'
import { stateTexts } from './message-state.ts'

export function StateMark({ state }: { state: MessageState }) {
  return <span className={`message-state message-state-${state}`}>{stateTexts[state]}</span>
}

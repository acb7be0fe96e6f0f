import { MessageState } from '../../contract/message-endpoints.ts'

export const stateTexts: Record<MessageState, string> = {
  new: 'New',
  read: 'Read',
  answered: 'Answered',
  spam: 'Spam',
}

/** What the list can be narrowed to; '' is all but spam. */
export const stateOptions = [
  { value: '', label: 'All but spam' },
  ...MessageState.options.map((state) => ({ value: state, label: stateTexts[state] })),
]

/** The state that an address asks for, if it is one. */
export function readState(text: string | null): MessageState | undefined {
  return MessageState.options.find((state) => state === text)
}

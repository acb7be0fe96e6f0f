import { MessageState } from '../../contract/contact/endpoints.ts'

/** The state that an address asks for, if it is one. */
export function readState(text: string | null): MessageState | undefined {
  return MessageState.options.find((state) => state === text)
}

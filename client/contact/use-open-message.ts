import { useRef, useState } from 'react'
import {
  type MessageState,
  messageEndpoints,
  type StoredMessage,
} from '../../contract/contact/endpoints.ts'
import { ApiError, call } from '../data/api.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { toast } from '../ui/toast.ts'
import { inboxTexts } from './texts.ts'

/** The message being read, and the marks it is given. Reading a new one marks it read. */
export function useOpenMessage(onChanged: () => void) {
  const t = useTexts(inboxTexts)
  const { unexpected } = useTexts(sharedTexts)
  const [message, setMessage] = useState<StoredMessage>()
  const [marking, setMarking] = useState<MessageState>()
  const [error, setError] = useState<string>()
  const opened = useRef<string>(undefined)

  async function send(id: string, state: MessageState): Promise<boolean> {
    setError(undefined)
    setMarking(state)
    try {
      const changed = await call(messageEndpoints.markMessage, { params: { id }, body: { state } })
      // Another one may have been opened meanwhile.
      if (opened.current === id) setMessage(changed)
      onChanged()
      return true
    } catch (fault) {
      setError(fault instanceof ApiError ? fault.message : unexpected)
      return false
    } finally {
      setMarking(undefined)
    }
  }

  function close() {
    opened.current = undefined
    setMessage(undefined)
  }

  return {
    message,
    marking,
    error,
    close,
    open(next: StoredMessage) {
      opened.current = next._id
      setMessage(next)
      setError(undefined)
      if (next.state === 'new') void send(next._id, 'read')
    },
    async mark(state: MessageState) {
      if (!message || marking) return
      if (!(await send(message._id, state))) return
      toast.success(t.marked[state])
      close()
    },
  }
}

export type OpenMessage = ReturnType<typeof useOpenMessage>

import type { StoredMessage } from '../../contract/contact/endpoints.ts'
import { ClinicInstant } from '../i18n/clinic-instant.tsx'
import { useTexts } from '../i18n/language.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { StateMark } from './state-mark.tsx'
import { inboxTexts } from './texts.ts'

type MessagesTableProps = {
  messages: readonly StoredMessage[]
  zone: string | null
  onOpen: (message: StoredMessage) => void
}

export function MessagesTable({ messages, zone, onOpen }: MessagesTableProps) {
  const t = useTexts(inboxTexts)
  const { from, subject, when, state } = t.headings
  const columns: readonly Column<StoredMessage>[] = [
    { heading: from, cell: ({ email }) => <span className="message-from">{email}</span> },
    {
      heading: subject,
      cell: (message) => (
        <button
          type="button"
          className="message-open"
          data-new={message.state === 'new' || undefined}
          onClick={() => onOpen(message)}
        >
          {message.subject}
        </button>
      ),
    },
    { heading: when, cell: ({ at }) => <ClinicInstant at={at} zone={zone} /> },
    { heading: state, cell: (message) => <StateMark state={message.state} /> },
  ]
  return (
    <Table
      caption={t.title}
      hideCaption
      columns={columns}
      rows={messages}
      rowKey={({ _id }) => _id}
    />
  )
}

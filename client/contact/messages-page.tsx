import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  MessageState,
  messageEndpoints,
  type StoredMessage,
} from '../../contract/contact/endpoints.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { PagedList } from '../data/paged-list.tsx'
import { useAction } from '../data/use-action.ts'
import { usePagedRead } from '../data/use-paged-read.ts'
import { read } from '../data/use-read.ts'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { breakable } from '../i18n/breakable.tsx'
import { ClinicInstant, useClinicZone } from '../i18n/clinic-instant.tsx'
import { useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/no-appointments.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { SelectField } from '../ui/fields/select-field.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import { type Column, Table, TableSkeleton } from '../ui/table.tsx'
import './messages-page.css'

/** What was written in the contact form. */
export function MessagesPage() {
  const t = useTexts(inboxTexts)
  const [query, setQuery] = useSearchParams()
  const state = MessageState.options.find((one) => one === query.get('state'))
  const pages = usePagedRead((after) =>
    read(messageEndpoints.listMessages, { query: { state, after } }),
  )
  const [opened, setOpened] = useState<StoredMessage>()
  const zone = useClinicZone()
  const heading = useRef<HTMLHeadingElement>(null)
  const unread = pages.data?.unread ?? 0

  return (
    <StaffPage
      title={t.title}
      beside={unread > 0 && <p className="messages-unread">{t.unread(unread)}</p>}
      heading={heading}
    >
      <div className="messages-filter">
        <SelectField
          label={t.show}
          value={state ?? ''}
          options={[
            { value: '', label: t.allButSpam },
            ...MessageState.options.map((value) => ({ value, label: t.states[value] })),
          ]}
          onChange={({ target }) => setQuery(target.value ? { state: target.value } : {})}
        />
      </div>
      <PagedList
        pages={pages}
        what={t.what}
        pagerLabel={t.pages}
        skeleton={<TableSkeleton label={t.loading} headings={Object.values(t.headings)} />}
        empty={<NoMessages state={state} />}
      >
        {(messages) => <MessagesTable messages={messages} zone={zone} onOpen={setOpened} />}
      </PagedList>
      <MessageModal
        message={opened}
        zone={zone}
        onClose={() => setOpened(undefined)}
        // Another one may be open by the time of the answer.
        onMarked={(id) => setOpened((now) => (now?._id === id ? undefined : now))}
        focusAfterwards={heading}
      />
    </StaffPage>
  )
}

type MessagesTableProps = {
  messages: readonly StoredMessage[]
  zone: string | null
  onOpen: (message: StoredMessage) => void
}

function MessagesTable({ messages, zone, onOpen }: MessagesTableProps) {
  const t = useTexts(inboxTexts)
  const { from, subject, when, state } = t.headings
  const columns: readonly Column<StoredMessage>[] = [
    {
      heading: from,
      cell: ({ email }) => <span className="message-from">{breakable(email)}</span>,
    },
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

type MessageModalProps = {
  /** Absent while the dialog is closed. */
  message: StoredMessage | undefined
  zone: string | null
  onClose: () => void
  /** It got another state than 'read'. */
  onMarked: (id: string) => void
  focusAfterwards: RefObject<HTMLElement | null>
}

/** One message, to be read, answered and marked. */
function MessageModal({ message, onClose, focusAfterwards, ...known }: MessageModalProps) {
  useFocusOnceClosed(message !== undefined, focusAfterwards)
  return (
    <Modal title={message?.subject ?? ''} isOpen={message !== undefined} onClose={onClose}>
      {message && <OpenMessage key={message._id} opened={message} {...known} />}
    </Modal>
  )
}

/** What a message can be marked, the likeliest first; opening it marks it read. */
const marks = ['answered', 'spam', 'new'] as const

type OpenMessageProps = Pick<MessageModalProps, 'zone' | 'onMarked'> & {
  /** As it was when it was opened. */
  opened: StoredMessage
}

function OpenMessage({ opened, zone, onMarked }: OpenMessageProps) {
  const t = useTexts(inboxTexts)
  const [message, setMessage] = useState(opened)
  const [wanted, setWanted] = useState<MessageState>()
  const { _id: id } = message
  const { pending, refusal, run } = useAction({
    send: (state: MessageState) =>
      call(messageEndpoints.markMessage, { params: { id }, body: { state } }),
    touches: [messageEndpoints.listMessages],
    onDone(changed, state) {
      if (state === 'read') return setMessage(changed)
      toast.success(t.marked[state])
      onMarked(id)
    },
  })
  /** Settles once opening it has marked it; a press waits for that, or it would send nothing. */
  const reading = useRef<Promise<unknown>>(Promise.resolve())
  const markRead = useEffectEvent(() => {
    if (opened.state === 'new') reading.current = run('read')
  })
  useEffect(() => markRead(), [])

  return (
    <>
      <Facts message={message} zone={zone} />
      <p className="message-text">{message.message}</p>
      <ErrorLine>{refusal?.message}</ErrorLine>
      <div className="message-buttons">
        <a
          className="button button-primary"
          // Opens the reader's own mail program.
          href={`mailto:${encodeURIComponent(message.email)}?subject=${encodeURIComponent(t.replyTo(message.subject))}`}
        >
          {t.reply}
        </a>
        {marks
          .filter((state) => state !== message.state)
          .map((state) => (
            <Button
              key={state}
              variant="quiet"
              busy={pending && wanted === state}
              onClick={() => {
                if (pending && wanted !== undefined) return
                setWanted(state)
                void reading.current.then(() => run(state))
              }}
            >
              {t.marks[state]}
            </Button>
          ))}
      </div>
    </>
  )
}

function Facts({ message, zone }: { message: StoredMessage; zone: string | null }) {
  const { headings } = useTexts(inboxTexts)
  return (
    <dl className="message-facts">
      <div>
        <dt>{headings.from}</dt>
        <dd>{message.email}</dd>
      </div>
      <div>
        <dt>{headings.when}</dt>
        <dd>
          <ClinicInstant at={message.at} zone={zone} />
        </dd>
      </div>
      <div>
        <dt>{headings.state}</dt>
        <dd>
          <StateMark state={message.state} />
        </dd>
      </div>
    </dl>
  )
}

function StateMark({ state }: { state: MessageState }) {
  const { states } = useTexts(inboxTexts)
  return <span className={`message-state message-state-${state}`}>{states[state]}</span>
}

function NoMessages({ state }: { state: MessageState | undefined }) {
  const t = useTexts(inboxTexts)
  if (!state) {
    return (
      <EmptyState picture={picture} title={t.none}>
        <p>{t.arriveHere}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      picture={picture}
      title={t.noneMarked[state]}
      action={
        <ButtonLink variant="quiet" to={paths.messages}>
          {t.showAll}
        </ButtonLink>
      }
    />
  )
}

const inboxTexts = defineTexts({
  en: {
    title: 'Messages',
    what: 'The messages',
    pages: 'Pages of messages',
    loading: 'Loading the messages…',
    unread: (count: number) => `${count} unread`,
    headings: { from: 'From', subject: 'Subject', when: 'When', state: 'State' },
    show: 'Show',
    allButSpam: 'All but spam',
    states: { new: 'New', read: 'Read', answered: 'Answered', spam: 'Spam' },
    /** What the button of each mark says. */
    marks: { new: 'New again', answered: 'Answered', spam: 'Spam' },
    marked: {
      new: 'Marked as new',
      read: 'Marked as read',
      answered: 'Marked as answered',
      spam: 'Marked as spam',
    },
    reply: 'Reply',
    replyTo: (subject: string) => `Re: ${subject}`,
    none: 'No messages yet',
    arriveHere: 'What people write in the contact form of the home page arrives here.',
    noneMarked: {
      new: 'No messages marked new',
      read: 'No messages marked read',
      answered: 'No messages marked answered',
      spam: 'No messages marked spam',
    },
    showAll: 'Show all messages',
  },
  es: {
    title: 'Mensajes',
    what: 'los mensajes',
    pages: 'Páginas de mensajes',
    loading: 'Cargando los mensajes…',
    unread: (count) => `${count} sin leer`,
    headings: { from: 'De', subject: 'Asunto', when: 'Cuándo', state: 'Estado' },
    show: 'Mostrar',
    allButSpam: 'Sin los no deseados',
    states: { new: 'Nuevo', read: 'Leído', answered: 'Respondido', spam: 'No deseado' },
    marks: { new: 'Nuevo otra vez', answered: 'Respondido', spam: 'No deseado' },
    marked: {
      new: 'Marcado como nuevo',
      read: 'Marcado como leído',
      answered: 'Marcado como respondido',
      spam: 'Marcado como no deseado',
    },
    reply: 'Responder',
    replyTo: (subject) => `Re: ${subject}`,
    none: 'Todavía no hay mensajes',
    arriveHere:
      'Aquí llega lo que las personas escriben en el formulario de contacto de la página de inicio.',
    noneMarked: {
      new: 'No hay mensajes nuevos',
      read: 'No hay mensajes leídos',
      answered: 'No hay mensajes respondidos',
      spam: 'No hay mensajes no deseados',
    },
    showAll: 'Mostrar todos los mensajes',
  },
})

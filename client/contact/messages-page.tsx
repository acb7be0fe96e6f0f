import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { MessageState, messageEndpoints } from '../../contract/contact/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { call } from '../data/api.ts'
import { PagedList } from '../data/paged-list.tsx'
import { usePages } from '../data/use-pages.ts'
import { useClinicZone } from '../i18n/clinic-instant.tsx'
import { useTexts } from '../i18n/language.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TableSkeleton } from '../ui/table-skeleton.tsx'
import { MessageModal } from './message-modal.tsx'
import { readState } from './message-state.ts'
import './messages-page.css'
import { MessagesTable } from './messages-table.tsx'
import { NoMessages } from './no-messages.tsx'
import { inboxTexts } from './texts.ts'
import { useOpenMessage } from './use-open-message.ts'

/** What was written in the contact form. */
export function MessagesPage() {
  const t = useTexts(inboxTexts)
  const [query, setQuery] = useSearchParams()
  const state = readState(query.get('state'))
  const pages = usePages(state ?? '', (after, signal) =>
    call(messageEndpoints.listMessages, { query: { state, after } }, { signal }),
  )
  const opened = useOpenMessage(pages.reload)
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
        {(messages) => <MessagesTable messages={messages} zone={zone} onOpen={opened.open} />}
      </PagedList>
      <MessageModal opened={opened} zone={zone} focusAfterwards={heading} />
    </StaffPage>
  )
}

import { type RefObject, useState } from 'react'
import { Link } from 'react-router'
import { type Closure, openingEndpoints } from '../../contract/clinic/hours-endpoints.ts'
import type { Day } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type Language, locales } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDay } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { ConfirmModal } from '../ui/modal/confirm-modal.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { closuresTexts } from './opening-texts.ts'

type ClosuresProps = {
  /** From today on. */
  closures: readonly Closure[]
  focusAfterwards: RefObject<HTMLElement | null>
}

export function Closures({ closures, focusAfterwards }: ClosuresProps) {
  const t = useTexts(closuresTexts)
  const language = useLanguage()
  const { day, reason, appointments, action } = t.headings
  const [opening, setOpening] = useState<Closure>()
  const columns: readonly Column<Closure>[] = [
    { heading: day, cell: (closure) => dayText(language, closure.day) },
    { heading: reason, cell: (closure) => closure.reason },
    { heading: appointments, cell: (closure) => <Touched closure={closure} /> },
    {
      heading: action,
      cell: (closure) => (
        <Button
          variant="quiet"
          className="row-button"
          aria-label={t.openAgainOf(showDay(language, closure.day))}
          onClick={() => setOpening(closure)}
        >
          {t.openAgain}
        </Button>
      ),
    },
  ]
  return (
    <>
      {closures.length > 0 ? (
        <Table
          caption={t.list}
          hideCaption
          columns={columns}
          rows={closures}
          rowKey={({ day }) => day}
        />
      ) : (
        <p className="opening-none">{t.none}</p>
      )}
      <OpenAgainModal
        closure={opening}
        onClose={() => setOpening(undefined)}
        focusAfterwards={focusAfterwards}
      />
    </>
  )
}

function Touched({ closure: { day, appointments } }: { closure: Closure }) {
  const t = useTexts(closuresTexts)
  const language = useLanguage()
  if (appointments === 0) return t.noAppointments
  const text = t.appointments(appointments)
  return (
    <Link to={paths.scheduleOf(day)} aria-label={t.appointmentsOn(text, showDay(language, day))}>
      {text}
    </Link>
  )
}

/** A closed day with its weekday: `Thu, Nov 26, 2026`. */
export function dayText(language: Language, day: Day): string {
  const weekday = new Intl.DateTimeFormat(locales[language], { weekday: 'short', timeZone: 'UTC' })
  return `${weekday.format(new Date(day))}, ${showDay(language, day)}`
}

type OpenAgainModalProps = {
  /** Absent while there is no question. */
  closure: Closure | undefined
  onClose: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

function OpenAgainModal(props: OpenAgainModalProps) {
  const t = useTexts(closuresTexts)
  const language = useLanguage()
  const { subject, ...asked } = useConfirmation(props.closure, {
    act: ({ day }) => call(openingEndpoints.removeClosure, { params: { day } }),
    touches: [openingEndpoints.readOpening, endpoints.readCalendar],
    onDone: ({ day }) => {
      toast.success(t.opened(showDay(language, day)))
      props.onClose()
    },
    onClose: props.onClose,
    focusAfterwards: props.focusAfterwards,
  })
  const day = subject ? showDay(language, subject.day) : ''
  return (
    <ConfirmModal
      {...asked}
      title={t.openQuestion(day)}
      confirmLabel={t.openNow(day)}
      keepLabel={t.keep}
    >
      <p>{t.wasClosedFor(subject?.reason ?? '')}</p>
    </ConfirmModal>
  )
}

import { type RefObject, useState } from 'react'
import { Link } from 'react-router'
import type { Closure } from '../../contract/clinic/hours-endpoints.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDay } from '../../contract/show.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { dayText } from './closure-text.ts'
import { OpenAgainModal } from './open-again-modal.tsx'
import { closuresTexts } from './opening-texts.ts'

type ClosuresProps = {
  /** From today on. */
  closures: readonly Closure[]
  onOpened: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

export function Closures({ closures, onOpened, focusAfterwards }: ClosuresProps) {
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
        onOpened={() => {
          setOpening(undefined)
          onOpened()
        }}
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
    <Link to={paths.dayOf(day)} aria-label={t.appointmentsOn(text, showDay(language, day))}>
      {text}
    </Link>
  )
}

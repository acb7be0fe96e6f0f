import { type RefObject, useState } from 'react'
import { Link } from 'react-router'
import { formatDay } from '../../contract/date.ts'
import type { Closure } from '../../contract/opening-endpoints.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { OpenAgainModal } from './open-again-modal.tsx'

type ClosuresProps = {
  /** From today on. */
  closures: readonly Closure[]
  onOpened: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

export function Closures({ closures, onOpened, focusAfterwards }: ClosuresProps) {
  const [opening, setOpening] = useState<Closure>()
  const columns: readonly Column<Closure>[] = [
    { heading: 'Day', cell: ({ day }) => `${weekday.format(new Date(day))}, ${formatDay(day)}` },
    { heading: 'Reason', cell: ({ reason }) => reason },
    { heading: 'Appointments', cell: (closure) => <Touched closure={closure} /> },
    {
      heading: 'Action',
      cell: (closure) => (
        <Button
          variant="quiet"
          className="row-button"
          aria-label={`Open again: ${formatDay(closure.day)}`}
          onClick={() => setOpening(closure)}
        >
          Open again
        </Button>
      ),
    },
  ]
  return (
    <>
      {closures.length > 0 ? (
        <Table
          caption="Closed days"
          hideCaption
          columns={columns}
          rows={closures}
          rowKey={({ day }) => day}
        />
      ) : (
        <p className="opening-none">No closed days ahead. Close the next holiday below.</p>
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
  if (appointments === 0) return 'None'
  const text = appointments === 1 ? '1 appointment' : `${appointments} appointments`
  return (
    <Link to={paths.dayOf(day)} aria-label={`${text} on ${formatDay(day)}`}>
      {text}
    </Link>
  )
}

import type { Booking } from '../../contract/appointments/appointment.ts'
import type { Language } from '../../contract/language.ts'
import { showDate } from '../../contract/show.ts'
import { PersonNote } from '../domain/person-note.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { SlotText } from '../i18n/slot-text.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { type Column, Table } from '../ui/table.tsx'
import { AppointmentActions } from './appointment-actions.tsx'
import type { ChangeRules } from './changeable.ts'
import { listTexts } from './list-texts.ts'
import { PaymentCell } from './payment-cell.tsx'

type AppointmentsTableProps = {
  appointments: readonly Booking[]
  /** Until they are known, everything is offered. */
  rules: ChangeRules | undefined
}

export function AppointmentsTable({ appointments, rules }: AppointmentsTableProps) {
  return (
    <Table
      caption={useTexts(listTexts).title}
      hideCaption
      columns={columnsIn(useLanguage())}
      rows={appointments}
      rowKey={({ _id }) => _id}
      actions={(appointment) => <AppointmentActions appointment={appointment} rules={rules} />}
    />
  )
}

function columnsIn(language: Language): readonly Column<Booking>[] {
  const { headings } = listTexts[language]
  return [
    { heading: headings.number, cell: (_, index) => index + 1 },
    { heading: headings.name, cell: (one) => <Name appointment={one} /> },
    {
      heading: headings.date,
      cell: ({ date }) => <span className="one-line">{showDate(language, date)}</span>,
    },
    { heading: headings.time, cell: ({ slot }) => <SlotText slot={slot} /> },
    { heading: headings.treatment, cell: ({ treatment }) => treatment },
    { heading: headings.payment, cell: (appointment) => <PaymentCell appointment={appointment} /> },
    {
      heading: headings.transaction,
      cell: ({ transactionId }) => <TransactionId id={transactionId} />,
    },
  ]
}

function Name({ appointment }: { appointment: Booking }) {
  return (
    <>
      {appointment.patientName}
      <PersonNote appointment={appointment} />
    </>
  )
}

function TransactionId({ id }: { id: string | null }) {
  const { none } = useTexts(sharedTexts)
  if (id !== null) return <span className="transaction-id">{id}</span>
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{none}</span>
    </>
  )
}
